import DependenceGraph
import Foundation
import Shims

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

public struct User: Equatable {
  public var name: String

  public init(name: String) {
    self.name = name
  }
}

@Instantiable
public struct LoggedInContentView: View, Instantiable {
  public init(user: User, profileViewBuilder: ErasedInstantiator<(), AnyView>) {
    self.user = user
    self.profileViewBuilder = profileViewBuilder
  }

  public var body: some View {
    profileViewBuilder.instantiate()
  }

  @Forwarded private let user: User

  @Instantiated(fulfilledByType: "ProfileView", erasedToConcreteExistential: true) private
    let profileViewBuilder: ErasedInstantiator<(), AnyView>
}

@Instantiable
public struct ProfileView: View, Instantiable {
  public init(updateUserService: UpdateUserService) {
    self.updateUserService = updateUserService
  }

  public var body: some View {
    Text(updateUserService.name)
  }

  @Instantiated private let updateUserService: UpdateUserService
}

@Instantiable
public final class UpdateUserService: Instantiable {
  public init(user: User) {
    self.user = user
    urlSession = .shared
  }

  public func updateUserName(to newName: String) async {
    // Updates the user name.
  }

  var name: String { user.name }

  // The user object which is received from the LoggedInContentView.
  @Received private let user: User

  private let urlSession: URLSession
}

@Instantiable
public struct ForwardingApp: App, Instantiable {
  @Instantiated let logIn: Instantiator<LoggedInContentView>

  public var body: some View {
    logIn.instantiate(User(name: "Anna"))
  }
}
