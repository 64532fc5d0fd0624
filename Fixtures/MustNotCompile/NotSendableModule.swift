// error: type 'Mutable' does not conform to the 'Sendable' protocol
import DependenceModules

final class Mutable {
  var count = 0
}

let modules = Dependencies {
  Module { Mutable() }
}
