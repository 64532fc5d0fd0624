import DependenceSimulation
import DependenceTesting
import Observation
import Sessions
import Testing

@Suite(.dependencies)
struct SessionTests {
  private struct Refusal: Error {}

  private let logIn = Spy<String, User>("MailServer.logIn")
  private let logOut = Spy<User, Void>("MailServer.logOut")
  private let ada = User(name: "Ada")

  // Prepare the dependencies here, because a trait cannot access the spies of the test case.
  init() {
    prepareDependencies {
      $0.mailServer.logIn = logIn.wrap { User(name: $0) }
      $0.mailServer.logOut = logOut.wrap { _ in }
      $0.mailServer.messages = { ["for \($0.name)"] }
    }
  }

  @Test func `a session lasts from login to logout`() async {
    let app = await AppModel()
    async let session: Void = app.runSession(of: "Ada")

    let inbox = await app.untilLoggedIn()
    logOut.expectNoCalls()
    await app.logOut()
    await session

    #expect(await inbox?.owner == ada)
    #expect(await app.inbox == nil)
    logOut.expectCalls([ada])
  }

  @Test func `an inbox keeps its user outside of the session's scope`() async {
    let app = await AppModel()
    async let session: Void = app.runSession(of: "Ada")
    let inbox = await app.untilLoggedIn()

    // This call is outside the session's scope.
    await inbox?.refresh()

    #expect(await inbox?.messages == ["for Ada"])
    await app.logOut()
    await session
  }

  @Test func `a login that is refused begins no session`() async {
    let app = await AppModel()

    await withDependencies {
      $0.mailServer.logIn = { _ in throw Refusal() }
    } operation: {
      await app.runSession(of: "Ada")
    }

    #expect(await app.failure == "Ada could not log in.")
    #expect(await app.inbox == nil)
    logOut.expectNoCalls()
  }

  @Test func `a session whose task is cancelled logs out`() async {
    let app = await AppModel()
    let session = Task { await app.runSession(of: "Ada") }
    _ = await app.untilLoggedIn()

    session.cancel()
    await session.value

    #expect(await app.inbox == nil)
    logOut.expectCalls([ada])
  }

  @Test(.enabled(if: Simulation.isSupported), .explore(200))
  func `whoever gets in is logged out, however two logins and their end overlap`() async {
    let app = await AppModel()
    let sessions = ["Ada", "Grace"].map { name in
      Task(name: name) { await app.runSession(of: name) }
    }
    _ = await app.untilLoggedIn()

    for session in sessions {
      session.cancel()
      await session.value
    }

    #expect(await app.inbox == nil)
    #expect(logOut.calls.map(\.arguments.name) == logIn.calls.map(\.arguments))
  }
}

extension AppModel {
  /// Waits until a user is logged in, and returns the user's inbox.
  fileprivate func untilLoggedIn() async -> InboxModel? {
    for await inbox in Observations({ self.inbox }) {
      if let inbox { return inbox }
    }
    return nil
  }
}
