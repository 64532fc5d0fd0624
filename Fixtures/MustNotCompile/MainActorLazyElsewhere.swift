// call to main actor-isolated instance method 'callAsFunction()' in a synchronous nonisolated context
import Dependence

final class Formatter {}

let formatter = MainActorLazy { Formatter() }

nonisolated func format() { _ = formatter() }
