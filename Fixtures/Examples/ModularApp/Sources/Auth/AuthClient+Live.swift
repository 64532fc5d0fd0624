import AuthInterface
import DependenceMacros

extension AuthClientKey: DependencyKey {
  /// A client that keeps the signed-in account in memory until the app ends.
  public static var liveValue: AuthClient {
    let desk = Desk()
    return AuthClient(
      account: { await desk.account },
      signIn: { try await desk.signIn($0) },
      signOut: { await desk.signOut() }
    )
  }
}

private actor Desk {
  private(set) var account: Account?

  func signIn(_ name: String) throws -> Account {
    guard !name.isEmpty else { throw AuthError.nameMissing }
    let account = Account(name: name)
    self.account = account
    return account
  }

  func signOut() {
    account = nil
  }
}
