import DependenceGraph

enum ServerKey: TestDependencyKey {
  static var testValue: String { "test" }
}

@Instantiable
struct App: Instantiable {
  @Instantiated let home: Instantiator<Home>
}

@Instantiable
struct Home: Instantiable {
  @Dependency(\.server) private var server
}

extension DependencyValues {
  var server: String {
    get { self[test: ServerKey.self] }
    set { self[test: ServerKey.self] = newValue }
  }
}
