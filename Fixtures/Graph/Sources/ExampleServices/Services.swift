import DependenceGraph
import ThirdParty

/// The root. Nobody instantiates it, and it needs nothing from outside.
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
