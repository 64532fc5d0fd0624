import DependenceMacros
import Observation
import ProfileInterface

/// The model of a screen that shows the user's own profile.
@MainActor @Observable
@DependencyProperties(\.profileClient)
public final class ProfileModel {
  /// The profile, or `nil` if it has not been loaded or if loading it failed.
  public private(set) var profile: UserProfile?

  /// Creates a model that has not loaded a profile.
  public init() {}

  /// Loads the profile again.
  public func load() async {
    profile = try? await profileClient.mine()
  }
}
