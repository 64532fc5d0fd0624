import Dependence
import DependenceHarness
import DependenceTesting
import TestKeys
import Testing

struct SpyWaitingTests {
  @Test(.dependencies, arguments: 0..<50)
  func `a call has ended when waitForCalls returns`(number: Int) async {
    let spy = Spy<Int, Void>("API.save")
    let endpoint = spy.wrap { (_: Int) async -> Void in await Task.yield() }
    let scope = captureDependencies()

    Task.detached { await scope.run { await endpoint(number) } }

    // If the call were still running when `waitForCalls` returns, the trait would report the call
    // at the end of this test.
    await spy.waitForCalls()
    #expect(spy.calls.count == 1)
  }

  @Test func `a call that is reset while it runs does not count as ended`() async {
    let spy = Spy<Void>("API.save")
    let endpoint: @Sendable () -> Void = spy.wrap { spy.reset() }

    endpoint()

    let reported = await issues { await spy.waitForCalls(patience: .zero) }
    #expect(reported.count == 1)
  }

  private let spy = Spy<Int, Void>("API.save")

  init() { _ = spy.wrap { _ in } }

  @Test func `waitForCalls returns after the expected number of calls`() async {
    let save = spy.wrap { _ in }
    let task = Task.detached {
      for number in 1...3 {
        await Task.yield()
        save(number)
      }
    }

    await spy.waitForCalls(atLeast: 3)

    spy.expectCalls([1, 2, 3])
    await task.value
  }

  @Test func `waitForCalls returns immediately if the calls have already ended`() async {
    let save = spy.wrap { _ in }
    save(1)

    let reported = await issues {
      await spy.waitForCalls(patience: .zero)
      await spy.waitForCalls(atLeast: 0, patience: .zero)
    }

    #expect(reported == [])
  }

  @Test func `waitForCalls reports too few calls`() async {
    let save = spy.wrap { _ in }
    save(1)

    let site = SourceSite()
    let reported = await issues { await spy.waitForCalls(atLeast: 2, patience: .milliseconds(1)) }

    #expect(
      reported.map { $0.messageIfIdle(for: .milliseconds(1)) } == [
        """
        API.save was not called at least 2 times; waitForCalls stopped waiting for calls to end after \
        0.001 seconds in which the process was idle.
        Actual: 1 call
          1. (1), returned
        """
      ]
    )
    #expect(reported[0].site.line == site.line + 1)
  }

  @Test func `the message of a wait for calls to begin does not mention their end`() async {
    let reported = await issues { await spy.waitForCalls(to: .begin, patience: .milliseconds(1)) }

    #expect(
      reported.map { $0.messageIfIdle(for: .milliseconds(1)) } == [
        """
        API.save was not called at least once; waitForCalls stopped waiting after 0.001 seconds in \
        which the process was idle.
        Actual: no calls
        """
      ]
    )
  }

  @Test func `calls that ended before a reset do not count`() async {
    let save = spy.wrap { _ in }
    save(1)

    spy.reset()

    let reported = await issues { await spy.waitForCalls(patience: .milliseconds(1)) }
    #expect(reported.count == 1)
  }

  @Test func `cancelling waitForCalls is reported`() async {
    let reported = await issues {
      let task = Task { await spy.waitForCalls() }
      task.cancel()
      await task.value
    }

    #expect(
      reported.map(\.message) == [
        """
        API.save was not called at least once; the task was cancelled while it waited for calls to end.
        Actual: no calls
        """
      ]
    )
  }
}
