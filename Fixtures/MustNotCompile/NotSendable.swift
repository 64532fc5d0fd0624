// error: type 'Mutable' does not conform to the 'Sendable' protocol
import Dependence

final class Mutable {
  var count = 0
}

enum MutableKey: DependencyKey {
  static var liveValue: Mutable { Mutable() }
}
