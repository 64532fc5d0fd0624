import DependenceGraph

@Instantiable
struct ProfileEditor: Instantiable {}

/// A namespace that separates these declarations from those of other examples.
enum GraphExample {
  struct User {
    let name: String
  }

  protocol Session: AnyObject {}

  @Instantiable
  final class ProfileScreen: Instantiable {
    @Forwarded let user: User
    @Received let session: any Session
    @Instantiated let editor: ProfileEditor
  }
}
