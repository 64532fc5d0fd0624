public import DependenceGraph

public struct User {
  public let name: String
}

public struct AnyScreen {
  let erased: Any

  init(_ erased: Any) {
    self.erased = erased
  }
}

protocol ProfileViewer {
  var name: String { get }
}

@Instantiable
struct ProfileEditor: ProfileViewer, Instantiable {
  let name = "editor"
}

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

@Instantiable(isRoot: true)
struct ProfileScreen: Instantiable {
  @Received(fulfilledByDependencyNamed: "editor", ofType: ProfileEditor.self)
  let viewer: any ProfileViewer
  @Instantiated let editor: ProfileEditor
}

@Instantiable
struct WelcomeApp: Instantiable {
  @Instantiated let welcome: Instantiator<WelcomeScreen>
}
