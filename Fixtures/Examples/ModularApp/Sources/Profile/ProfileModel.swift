import DependenceMacros
import Observation
import ProfileInterface

/// The screen that shows one's own profile.
@MainActor @Observable
@DependencyProperties(\.profileClient)
public final class ProfileModel {
  /// The profile; nil before it is loaded, or if nobody is signed in.
  public private(set) var profile: UserProfile?

  /// A screen that has loaded nothing yet.
  public init() {}

  /// Loads the profile anew.
  public func load() async {
    profile = try? await profileClient.mine()
  }
}
