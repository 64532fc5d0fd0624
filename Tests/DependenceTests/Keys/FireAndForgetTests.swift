import Dependence
import DependenceTesting
import TestKeys
import Testing

private struct Failure: Error {}

/// A reporter that sends its issues to an asynchronous stream.
private struct Mailbox: IssueReporter {
  let issues: AsyncStream<DependencyIssue>
  private let inbox: AsyncStream<DependencyIssue>.Continuation

  init() { (issues, inbox) = AsyncStream.makeStream() }

  func report(_ issue: DependencyIssue) -> Bool {
    inbox.yield(issue)
    return true
  }
}

/// Tests of `fireAndForget`. They have a time limit because a bug could make them hang.
@Suite(.timeLimit(.minutes(5)))
struct FireAndForgetTests {
  @Dependency(\.fireAndForget) private var fireAndForget
  @Dependency(\.number) private var number

  private let message = """
    The work that fireAndForget started here threw Failure(), which its caller cannot catch. Catch the \
    error inside the work.
    """

  @Test func `in tests, the call returns after the work has ended`() async {
    let steps = Lock<[Int]>([])

    await fireAndForget {
      steps.withLock { $0.append(1) }
      await Task.yield()
      steps.withLock { $0.append(2) }
    }

    #expect(steps.withLock { $0 } == [1, 2])
  }

  @Test(.dependency(\.context, .live)) func `in live apps, the work can outlive the call`() async {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let (ends, end) = AsyncStream.makeStream(of: Bool.self)

    await fireAndForget {
      for await _ in gate { break }
      end.yield(true)
    }
    open.yield()

    #expect(await ends.first { _ in true } == true)
  }

  @Test(arguments: DependencyContext.allCases)
  func `the work runs with the given priority`(context: DependencyContext) async {
    let (results, continuation) = AsyncStream.makeStream(of: TaskPriority?.self)

    await withDependencies {
      $0.context = context
    } operation: {
      await fireAndForget(priority: .background) { continuation.yield(Task.basePriority) }
    }

    #expect(await results.first { _ in true } == .background)
  }

  @Test(arguments: DependencyContext.allCases)
  func `the work is not cancelled with the caller`(context: DependencyContext) async {
    let (results, continuation) = AsyncStream.makeStream(of: Bool.self)

    await withDependencies {
      $0.context = context
    } operation: {
      await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await fireAndForget { continuation.yield(Task.isCancelled) }
      }.value
    }

    #expect(await results.first { _ in true } == false)
  }

  @Test(arguments: DependencyContext.allCases)
  func `the work sees the overrides of the calling scope`(context: DependencyContext) async {
    let (results, continuation) = AsyncStream.makeStream(of: Int.self)

    await withDependencies {
      $0.context = context
      $0.number = 42
    } operation: {
      await fireAndForget { continuation.yield(number) }
    }

    #expect(await results.first { _ in true } == 42)
  }

  @Test(arguments: DependencyContext.allCases)
  func `an error of the work is reported at the call`(context: DependencyContext) async {
    let mailbox = Mailbox()
    let line = #line + 6

    await withDependencies {
      $0.context = context
    } operation: {
      await withIssueReporter(mailbox) {
        await fireAndForget { throw Failure() }
      }
    }

    let issue = await mailbox.issues.first { _ in true }
    #expect(issue?.site.line == line)
    #expect(issue?.message == message)
  }

  @MainActor
  @Test(arguments: DependencyContext.allCases)
  func `the work can be isolated to the main actor`(context: DependencyContext) async {
    let (results, continuation) = AsyncStream.makeStream(of: Void.self)

    await withDependencies {
      $0.context = context
    } operation: {
      await fireAndForget { @MainActor in
        MainActor.preconditionIsolated()
        continuation.yield()
      }
    }

    for await _ in results { break }
  }

  @Test func `a custom implementation receives the priority, and the work keeps its scope`() async {
    let priorities = Lock<[TaskPriority?]>([])
    let numbers = Lock<[Int]>([])

    let issues = await issues {
      await withDependencies {
        $0.number = 42
        $0.fireAndForget = FireAndForget { priority, work in
          priorities.withLock { $0.append(priority) }
          await Task.detached { await work() }.value
        }
      } operation: {
        await fireAndForget(priority: .low) { numbers.withLock { $0.append(number) } }
        await fireAndForget { throw Failure() }
      }
    }

    #expect(priorities.withLock { $0 } == [.low, nil])
    #expect(numbers.withLock { $0 } == [42])
    #expect(issues.map(\.message) == [message])
  }
}
