import Dependence
import Observation

/// Names the scope from a login to the logout.
public enum SessionScope: ScopeTag {}

/// The whole app: nobody, or somebody with an inbox.
@MainActor @Observable
public final class AppModel {
  @ObservationIgnored
  @Dependency(\.mailServer) private var server

  /// The inbox of whoever is logged in; nil if nobody is.
  public private(set) var inbox: InboxModel?
  /// The error of the last login; nil if it succeeded.
  public private(set) var failure: String?

  private var isBusy = false
  private var logOutRequest: AsyncStream<Never>.Continuation?

  /// An app in which nobody is logged in.
  public init() {}

  /// Logs in, and returns when the session is over: after ``logOut()``, or when this task is cancelled.
  ///
  /// While somebody is logged in, or about to be, it does nothing.
  public func runSession(of name: String) async {
    guard !isBusy else { return }
    isBusy = true
    defer { isBusy = false }
    do {
      failure = nil
      let user = try await server.logIn(name)
      await run(session(of: user))
    } catch {
      failure = "\(name) could not log in."
    }
  }

  /// Ends the session, if there is one.
  public func logOut() {
    logOutRequest?.finish()
  }

  /// The token is the session: it ends once, whichever way `run` is left.
  private func session(of user: User) -> ScopeToken<SessionScope, User> {
    ScopeToken(
      value: user,
      teardown: {
        @Dependency(\.mailServer) var server
        await server.logOut(user)
      }
    )
  }

  private func run(_ session: consuming ScopeToken<SessionScope, User>) async {
    let (end, request) = AsyncStream.makeStream(of: Never.self)
    logOutRequest = request
    await session.enter { session in
      await withDependencies {
        $0.currentUser = session.value
      } operation: {
        inbox = InboxModel()
        // Until somebody logs out.
        for await _ in end {}
        inbox = nil
      }
    }
    logOutRequest = nil
  }
}
