import AuthInterface

extension AuthClient {
  /// Returns a client for which an account is signed in. All other endpoints are unimplemented.
  public static func signedIn(as name: String) -> AuthClient {
    var client = AuthClient.unimplemented
    client.account = { Account(name: name) }
    return client
  }

  /// A client for which no account is signed in. All other endpoints are unimplemented.
  public static var signedOut: AuthClient {
    var client = AuthClient.unimplemented
    client.account = { nil }
    return client
  }
}
