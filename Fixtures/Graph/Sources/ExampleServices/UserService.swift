import DependenceGraph
import ThirdParty

@Instantiable
public final class UserService: Instantiable {
  /// Public, memberwise initializer that takes each injected property.
  public init(authService: AuthService, securePersistentStorage: SecurePersistentStorage) {
    self.authService = authService
    self.securePersistentStorage = securePersistentStorage
  }

  public private(set) lazy var user: User? = loadPersistedUser() {
    didSet {
      persistUserData()
    }
  }

  public func login(username: String, password: String) async throws -> User {
    let user = try await authService.login(username: username, password: password)
    self.user = user
    return user
  }

  /// An instance that is created together with the `UserService`.
  @Instantiated private let authService: AuthService

  /// An instance that a type further up in the graph creates.
  @Received private let securePersistentStorage: SecurePersistentStorage

  private func loadPersistedUser() -> User? {
    securePersistentStorage["user", ofType: User.self]
  }

  private func persistUserData() {
    securePersistentStorage["user"] = user
  }
}
