import DependenceGraph

public struct User: Equatable, Sendable {
  public var name: String

  public init(name: String) {
    self.name = name
  }
}

@Instantiable
public final class AuthService: Instantiable {
  public init() {}

  public func login(username: String, password: String) async throws -> User {
    User(name: username)
  }
}
