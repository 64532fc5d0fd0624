import Dependence
import Observation

/// The tag of the scope that lasts from a login to the logout.
public enum SessionScope: ScopeTag {}

/// The state of the whole app. While a user is logged in, it contains the user's inbox.
@MainActor @Observable
public final class AppModel {
  @ObservationIgnored
  @Dependency(\.mailServer) private var server

  /// The inbox of the user who is logged in, or `nil` if no user is logged in.
  public private(set) var inbox: InboxModel?
  /// The error message of the most recent login, or `nil` if the login succeeded.
  public private(set) var failure: String?

  private var isBusy = false
  private var logOutRequest: AsyncStream<Never>.Continuation?

  /// Creates an app in which no user is logged in.
  public init() {}

  /// Logs a user in, and returns when the session ends. The session ends after a call to
  /// ``logOut()``, or when the current task is cancelled.
  ///
  /// If a user is already logged in or is logging in, this function does nothing.
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

  /// Ends the current session, if there is one.
  public func logOut() {
    logOutRequest?.finish()
  }

  /// Returns a token that represents the session. The session ends exactly once, even if the task
  /// of `run` is cancelled.
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
        // Wait until the user logs out or the task is cancelled.
        for await _ in end {}
        inbox = nil
      }
    }
    logOutRequest = nil
  }
}
