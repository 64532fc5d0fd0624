import Dependence
import DependenceHarness
import TestKeys
import Testing

struct CallsInProgressTests {
  private let root = DependencyRoot(owner: SilentOwner())

  /// Starts `call` in a task in a test, ends the test while the call is in progress, and returns
  /// the messages of the issues at the end of the test. Then it cancels the task, and calls
  /// `finish`.
  private func leftovers(
    cancelling isCancelled: Bool = false,
    finish: () -> Void = {},
    of call: @escaping @Sendable () async -> Void
  ) async -> [String] {
    let (begun, source) = AsyncStream.makeStream(of: Void.self)
    let reporter = WaitingIssues()
    let task = Frame.bind(RootFrame(root)) {
      withIssueReporter(reporter) {
        // An immediate task runs until the call waits.
        Task.immediate {
          source.yield()
          await call()
        }
      }
    }
    for await _ in begun { break }
    if isCancelled { task.cancel() }
    let messages = [root.end()].compactMap { $0?.message }
    task.cancel()
    finish()
    await task.value
    return messages
  }

  private static let calls: [(name: String, call: @Sendable () async -> Void)] = [
    ("waitForCalls", { await Spy<Void>("API.poll").waitForCalls() }),
    (
      "expectCalls",
      {
        let clock = TestClock()
        await Spy<Void>("API.poll").expectCalls(count: 1, within: .seconds(1), of: clock)
      }
    ),
    ("waitForSleepers", { await TestClock().waitForSleepers() }),
    ("expectUnimplemented", { await expectUnimplemented { await cancellation() } }),
    ("withExpectedIssues", { await withExpectedIssues { await cancellation() } }),
    ("stress", { try? await stress(iterations: 1) { _ in await cancellation() } }),
  ]

  @Test(arguments: calls.indices)
  func `a check that is in progress when the test ends is reported`(index: Int) async {
    let (name, call) = Self.calls[index]

    let messages = await leftovers(of: call)

    #expect(messages.count == 1)
    #expect(messages.first?.contains("This call of \(name) had not returned") == true)
  }

  @Test(arguments: calls.indices.prefix(3))
  func `a wait in a cancelled task is not reported when the test ends`(index: Int) async {
    #expect(await leftovers(cancelling: true, of: Self.calls[index].call) == [])
  }

  @Test func `a check whose code ignores its cancellation is reported when the test ends`() async {
    let (end, source) = AsyncStream.makeStream(of: Void.self)
    let work = Task { for await _ in end {} }

    let messages = await leftovers(cancelling: true, finish: { source.finish() }) {
      await expectUnimplemented { await work.value }
    }

    #expect(messages.count == 1)
  }

  // The check cannot end before this test suspends, because it runs on the main actor.
  @MainActor
  @Test func `a parallel safety check in progress when the test ends is reported`() async {
    let task = Frame.bind(RootFrame(root)) {
      Task.immediate {
        await ParallelSafety.firstReadsAgree.verify(\.number, values: { $0 }, identity: { $0 })
      }
    }

    let message = root.end()?.message

    #expect(message?.contains("This call of verify had not returned") == true)
    await task.value
  }

  @Test func `a check that is in progress when the test is skipped is not reported`() async {
    root.noteEarlyEnd()

    #expect(await leftovers { await TestClock().waitForSleepers() } == [])
  }

  @Test func `a check that has returned is not reported when the test ends`() async {
    let messages = await leftovers {
      await TestClock().waitForSleepers(atLeast: 0)
      await cancellation()
    }

    #expect(messages == [])
  }
}
