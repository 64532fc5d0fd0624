import DependenceGraph
import Testing

@Instantiable
struct ProfileEditor: Instantiable {}

/// A namespace that separates these declarations from those of other examples.
enum GraphExamples {
  struct User {
    let name: String
  }

  protocol Session: AnyObject {}
  final class LocalSession: Session {}

  @Instantiable
  final class ProfileScreen: Instantiable {
    @Forwarded let user: User
    @Received let session: any Session
    @Instantiated let editor: ProfileEditor
  }
}

struct GraphExampleTests {
  @Test func `an instantiable type has an initializer for its injected properties`() {
    let session = GraphExamples.LocalSession()

    let screen = GraphExamples.ProfileScreen(
      user: GraphExamples.User(name: "Anna"),
      session: session,
      editor: ProfileEditor()
    )

    #expect(screen.user.name == "Anna")
    #expect(screen.session === session)
  }
}
