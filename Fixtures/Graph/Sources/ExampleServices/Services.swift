import DependenceGraph
import ThirdParty

/// The root of the graph. No other type instantiates it, and it receives no dependencies.
@Instantiable
public struct Services: Instantiable {
  public init(
    securePersistentStorage: SecurePersistentStorage,
    userService: UserService,
    profileService: ProfileService,
    concrete: DefaultProfileService
  ) {
    self.securePersistentStorage = securePersistentStorage
    self.userService = userService
    self.profileService = profileService
    self.concrete = concrete
  }

  @Instantiated public let securePersistentStorage: SecurePersistentStorage
  @Instantiated public let userService: UserService
  @Instantiated public let profileService: ProfileService
  @Instantiated public let concrete: DefaultProfileService
}
