import Dependence

struct LoginAttempt: Sendable {
  var number: Int
}

struct LoginClient: Sendable {
  var makeAttempt: Provider<LoginAttempt>
}

final class ExpensiveClient: Sendable {}

func makeExpensiveClient() -> ExpensiveClient {
  let expensive = Lazy { ExpensiveClient() }
  let client = expensive()
  return client
}

struct User: Sendable {
  var name: String
}

extension DependencyValues {
  var currentUser: User {
    get { self[CurrentUserKey.self] }
    set { self[CurrentUserKey.self] = newValue }
  }
}

private enum CurrentUserKey: DependencyKey {
  static var liveValue: User { User(name: "nobody") }
  static var testValue: User { liveValue }
}

enum SessionScope: ScopeTag {}

func runSession(of user: User, log: @escaping @Sendable (String) -> Void) async {
  func runAuthenticatedShell() async { log(DependencyValues.current.currentUser.name) }

  let session = ScopeToken<SessionScope, User>(
    value: user,
    teardown: { log("session ended") }
  )
  await session.enter { borrowed in
    let user = borrowed.value
    await withDependencies {
      $0.currentUser = user
    } operation: {
      await runAuthenticatedShell()
    }
  }
}
