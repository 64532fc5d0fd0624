public import AuthInterface
public import Dependence

extension AuthClient {
  public static let live = AuthClient(logIn: { $0 == "anna" })
}

extension AuthClientKey: DependencyKey {
  public static var liveValue: AuthClient { .live }
}
