// error: cannot convert value of type 'String' to closure result type 'Int'
import DependenceModules

extension Dependencies {
  var count: Int { Dependencies.forwarding(for: \.count) }
}

let modules = Dependencies {
  Module(\.count) { "three" }
}
