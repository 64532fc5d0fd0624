import AuthInterface
import ProfileInterface

extension UserProfile {
  /// Somebody who has written much.
  public static var ada: UserProfile { UserProfile(of: Account(name: "Ada"), postCount: 7) }
}
