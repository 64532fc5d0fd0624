import DependenceGraph

/// A protocol that defines a profile service.
public protocol ProfileService {
  var user: User? { get }
  func login(username: String, password: String) async throws -> User
}

/// Can fulfill properties of type `ProfileService` or `DefaultProfileService`.
@Instantiable(fulfillingAdditionalTypes: [ProfileService.self])
public final class DefaultProfileService: ProfileService, Instantiable {
  public init(authService: AuthService) {
    self.authService = authService
  }

  public private(set) var user: User?

  public func login(username: String, password: String) async throws -> User {
    let user = try await authService.login(username: username, password: password)
    self.user = user
    return user
  }

  @Instantiated private let authService: AuthService
}
