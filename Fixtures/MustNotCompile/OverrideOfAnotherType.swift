// error: cannot convert value of type 'String' to closure result type 'Int'
import DependenceModules

extension Dependencies {
  var count: Int { 3 }
}

func use() {
  Dependencies.override(\.count) { "three" }
}
