import Shims
import Testing

@testable import ExampleApp
@testable import ExampleForwarding
@testable import ExampleRenaming
@testable import ExampleServices

struct ExamplesTests {
  @Test func `a service is made together with what it is made of`() async throws {
    let services = Services()

    let user = try await services.userService.login(username: "Anna", password: "secret")

    #expect(services.securePersistentStorage["user", ofType: ExampleServices.User.self] == user)
    #expect(services.profileService is DefaultProfileService)
    #expect(try await services.concrete.login(username: "Eve", password: "").name == "Eve")
  }

  @Test @MainActor func `what is forwarded is received further down`() {
    #expect(text(in: ForwardingApp().body) == "Anna")
  }

  @Test @MainActor func `what is received has a new name and type further down`() {
    #expect(text(in: RenamingApp().body) == "Anna")
  }

  @Test @MainActor func `a view is erased`() {
    #expect(text(in: MyApp().body) == "Child View")
  }

  /// Evaluates the bodies of nested views, and returns the text of the innermost view.
  @MainActor private func text(in view: any View) -> String {
    var view = view
    while true {
      if let text = view as? Text { return text.content }
      view = (view as? AnyView)?.erased ?? view.body
    }
  }
}
