import AuthInterface

extension AuthClient {
  /// An account is signed in, and everything else is unimplemented.
  public static func signedIn(as name: String) -> AuthClient {
    var client = AuthClient.unimplemented
    client.account = { Account(name: name) }
    return client
  }

  /// Nobody is signed in, and everything else is unimplemented.
  public static var signedOut: AuthClient {
    var client = AuthClient.unimplemented
    client.account = { nil }
    return client
  }
}
