// error: type 'Mutable' does not conform to the 'Sendable' protocol
import DependenceModules

final class Mutable {
  var count = 0
}

extension Dependencies {
  var mutable: Mutable { Mutable() }
}

struct Reader {
  @Dependency(\.mutable) var mutable
}
