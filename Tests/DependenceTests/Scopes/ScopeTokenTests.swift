import Dependence
import DependenceTesting
import TestKeys
import Testing

private enum SessionScope: ScopeTag {}
private typealias Session = ScopeToken<SessionScope, String>
private struct Failure: Error {}

/// A log of events in the order in which they were added.
private final class Log: Sendable {
  private let entries = Lock<[String]>([])

  var events: [String] { entries.withLock { $0 } }
  func add(_ event: String) { entries.withLock { $0.append(event) } }
}

struct ScopeTokenTests {
  private let log = Log()

  private func makeToken() -> Session {
    Session(value: "anna", teardown: { [log] in log.add("teardown") })
  }

  private func makeAsyncToken() -> Session {
    Session(
      value: "anna",
      teardown: { [log] in
        await Task.yield()
        log.add("async teardown")
      }
    )
  }

  @Test func `enter passes the value to the operation and then runs the teardown`() {
    let seen = makeToken().enter { session in
      log.add("operation")
      return session.value
    }

    #expect(seen == "anna")
    #expect(log.events == ["operation", "teardown"])
  }

  @Test func `the teardown runs if the operation throws`() {
    #expect(throws: Failure.self) {
      try makeToken().enter { _ in throw Failure() }
    }
    #expect(log.events == ["teardown"])
  }

  @Test(arguments: [false, true])
  func `the teardown runs after an asynchronous operation`(fails: Bool) async {
    try? await makeToken().enter { session in
      await Task.yield()
      log.add("operation \(session.value)")
      if fails { throw Failure() }
    }
    #expect(log.events == ["operation anna", "teardown"])
  }

  @Test(arguments: [false, true])
  func `enter awaits an asynchronous teardown`(fails: Bool) async {
    try? await makeAsyncToken().enter { _ in
      log.add("operation")
      if fails { throw Failure() }
    }
    #expect(log.events == ["operation", "async teardown"])
  }

  @Test func `close runs the teardown without entering`() async {
    await makeToken().close()
    await makeAsyncToken().close()

    #expect(log.events == ["teardown", "async teardown"])
  }

  @Test func `a dropped token reports where it was created and runs the teardown`() {
    let line = #line + 2
    let issues = issues {
      let token = Session(value: "anna", teardown: { [log] in log.add("teardown") })
      _ = consume token
    }

    #expect(log.events == ["teardown"])
    #expect(issues.map(\.site.line) == [line])
    #expect(
      issues.map(\.message) == [
        """
        The scope token SessionScope, created here, was released without being entered or closed. \
        Call enter or close.
        """
      ]
    )
  }

  @Test func `an asynchronous teardown in synchronous code runs and is reported`() async {
    let (done, finish) = AsyncStream.makeStream(of: Void.self)
    func closeWithoutAwaiting() {
      Session(value: "anna", teardown: { () async in finish.finish() }).close()
    }
    let issues = issues { closeWithoutAwaiting() }

    for await _ in done {}
    #expect(
      issues.map(\.message) == [
        """
        The scope token SessionScope, created here, ended in synchronous code, which cannot await its \
        teardown. Await enter or close.
        """
      ]
    )
  }

  /// Creates a token whose teardown logs the value of `number` in its scope.
  private func makeTokenInScope() -> Session {
    Session(
      value: "anna",
      teardown: { [log] in log.add("teardown \(DependencyValues.current.number)") }
    )
  }

  @Test(.dependency(\.number, 10))
  func `the teardown runs in the scope that created the token`() {
    // A closure cannot consume a token that it captures, but it can take the token out of an
    // optional.
    var slot: Session? = makeTokenInScope()

    withDependencies {
      $0.number = 20
    } operation: {
      slot.take()?.enter { _ in log.add("operation \(DependencyValues.current.number)") }
    }

    #expect(log.events == ["operation 20", "teardown 10"])
  }

  @Test(.dependency(\.number, 10))
  func `an awaited teardown runs in the scope that created the token`() async {
    var slot: Session? = makeTokenInScope()

    await withDependencies {
      $0.number = 20
    } operation: {
      await slot.take()?.enter { _ in
        await Task.yield()
        log.add("operation \(DependencyValues.current.number)")
      }
    }

    #expect(log.events == ["operation 20", "teardown 10"])
  }
}
