import DependenceGraph

enum ServerKey: TestDependencyKey {
  static var testValue: String { "test" }
}

extension DependencyValues {
  var server: String {
    get { self[test: ServerKey.self] }
    set { self[test: ServerKey.self] = newValue }
  }
}

extension Home {
  var server: String {
    @Dependency(\.server) var server
    return server
  }
}

extension DependencyValues {
  /// A property whose key the plugin cannot determine.
  var serverName: String { "the \(server) server" }
}

extension Home {
  var serverName: String {
    @Dependency(\.serverName) var serverName
    return serverName
  }
}
