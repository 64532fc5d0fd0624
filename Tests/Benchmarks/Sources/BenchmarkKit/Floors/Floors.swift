/// Benchmarks of operations of the language and the standard library that any dependency library
/// needs. The costs of other benchmarks are stated as multiples of these floors.
package enum Floors {
  static let group = "floors"

  package static let loop = "\(group): an empty loop"
  package static let atomic = "\(group): a relaxed atomic"
  package static let taskLocal = "\(group): a @TaskLocal Int"
  package static let keyPath = "\(group): a computed key path"
  package static let binding = "\(group): bind a fresh object and leave"
  package static let asyncBinding = "\(group): bind a fresh object and leave, async"
  package static let fiftyMade = "\(group): 50 objects, each made once in a scope"
  package static let task = "\(group): a Task and its value"
  package static let yield = "\(group): a yield on the pool"

  /// All floors except ``yielding``.
  package static var all: [Benchmark] { reads + bindings + making + tasks }
}
