import DependenceGraph

@Instantiable
public struct WelcomeScreen: Instantiable {
  public init(user: User, profileBuilder: ErasedInstantiator<(), AnyScreen>) {
    self.user = user
    self.profileBuilder = profileBuilder
  }

  @Forwarded private let user: User
  @Instantiated(fulfilledByType: "ProfileScreen", erasedToConcreteExistential: true)
  private let profileBuilder: ErasedInstantiator<(), AnyScreen>

  func profile() -> AnyScreen { profileBuilder.instantiate() }
}

public struct User: Sendable {}

public struct AnyScreen {}
