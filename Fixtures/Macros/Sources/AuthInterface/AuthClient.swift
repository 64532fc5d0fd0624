public import Dependence
import DependenceMacros

@DependencyClient
public struct AuthClient: Sendable {
  public var logIn: @Sendable (_ name: String) async throws -> Bool
}

extension AuthClient {
  public static let preview = AuthClient(logIn: { _ in true })
}

public enum AuthClientKey: TestDependencyKey {
  public static var testValue: AuthClient { .unimplemented }
  public static var previewValue: AuthClient { .preview }
}

extension DependencyValues {
  @DependencyEntry public var authClient: AuthClient
}
