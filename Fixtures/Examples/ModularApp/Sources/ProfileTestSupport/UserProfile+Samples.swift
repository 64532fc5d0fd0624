import AuthInterface
import ProfileInterface

extension UserProfile {
  /// A sample profile with several posts.
  public static var ada: UserProfile { UserProfile(of: Account(name: "Ada"), postCount: 7) }
}
