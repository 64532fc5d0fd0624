import DependenceGraph
import Shims

public struct User: Equatable {
  public var name: String

  public init(name: String) {
    self.name = name
  }
}

public protocol UserVendor {
  var user: User { get }
}

public protocol UserManager: UserVendor {
  var user: User { get set }
}

public final class DefaultUserManager: UserManager {
  public init(user: User) {
    self.user = user
  }

  public var user: User
}

@Instantiable
public struct LoggedInView: View, Instantiable {
  public init(userManager: UserManager, profileViewBuilder: Instantiator<ProfileView>) {
    self.userManager = userManager
    self.profileViewBuilder = profileViewBuilder
  }

  public var body: some View {
    profileViewBuilder.instantiate()
  }

  @Forwarded private let userManager: UserManager

  @Instantiated private let profileViewBuilder: Instantiator<ProfileView>
}

@Instantiable
public struct ProfileView: View, Instantiable {
  public init(userVendor: UserVendor, editProfileViewBuilder: Instantiator<EditProfileView>) {
    self.userVendor = userVendor
    self.editProfileViewBuilder = editProfileViewBuilder
  }

  public var body: some View {
    editProfileViewBuilder.instantiate()
  }

  @Received(fulfilledByDependencyNamed: "userManager", ofType: UserManager.self) private
    let userVendor: UserVendor

  @Instantiated private let editProfileViewBuilder: Instantiator<EditProfileView>
}

@Instantiable
public struct EditProfileView: View, Instantiable {
  public init(userVendor: UserVendor) {
    self.userVendor = userVendor
  }

  public var body: some View {
    Text(userVendor.user.name)
  }

  @Received private let userVendor: UserVendor
}

@Instantiable
public struct RenamingApp: App, Instantiable {
  @Instantiated let logIn: Instantiator<LoggedInView>

  public var body: some View {
    logIn.instantiate(DefaultUserManager(user: User(name: "Anna")))
  }
}
