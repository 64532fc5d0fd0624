import Dependence
@testable import DependenceSimulation
import DependenceTesting
import Dispatch
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import Subprocesses
import TestEffort
import TestKeys
import Testing

private actor Tally {
  private var count = 0
  func add() { count += 1 }
}

struct OutsideWorkTests {
  @Test func `a resumption from outside is reported unless it is allowed`() async throws {
    let forbidden = try await issues(from: {
      try await simulate(seed: 1) { await $0.haveThreadWakeTask() }
    })
    let allowed = try await issues(from: {
      try await simulate(seed: 1, .outsideWork(upTo: .seconds(60))) {
        await $0.haveThreadWakeTask()
      }
    })

    #expect(
      forbidden.map(\.message) == [
        """
        Code outside the simulation resumed one of its tasks once: a queue, a thread, an actor with its own \
        executor, or an actor that another test uses at the same time. The simulation cannot control when \
        that happens, so the same seed may give a different run. Replace that code in the test. Outside \
        a search, the option .outsideWork(upTo:) of simulate and .deterministic allows it.
        """
      ]
    )
    #expect(allowed.isEmpty)
  }

  @Test func `an actor whose executor runs jobs on the caller's thread is reported`() async throws {
    let reported = try await issues(from: {
      _ = try await explore(.exhaustive()) { _ in
        let guest = Guest(InlineExecutor())
        // The actor must do some work, because an optimized build does not switch to an actor that
        // does nothing.
        let visits = Lock(0)
        async let first: Void = guest.enter { visits.withLock { $0 += 1 } }
        async let second: Void = guest.enter { visits.withLock { $0 += 1 } }
        _ = await (first, second)
      }
    })

    #expect(reported.first?.message.contains("a custom executor") == true)
  }

  @Test func `a task executor that runs jobs on the caller's thread is reported`() async throws {
    let reported = try await issues(from: {
      _ = try await explore(.exhaustive()) { _ in
        let tally = Tally()
        await withTaskExecutorPreference(InlineTaskExecutor()) { await tally.add() }
      }
    })

    #expect(reported.first?.message.contains("a custom executor") == true)
  }

  @Test func `by default, a simulation does not wait for outside work`() async throws {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    defer { continuation.finish() }

    let error = await #expect(throws: SimulationError.self) {
      try await simulate(seed: 1) { _ in for await _ in stream {} }
    }

    #expect(error?.waiting == ["body"])
  }

  @Test func `outside work that never arrives is a deadlock`() async throws {
    let error = await #expect(throws: SimulationError.self) {
      try await simulate(seed: 1, .outsideWork(upTo: .milliseconds(1))) { _ in
        for await _ in AsyncStream<Int>.makeStream().stream {}
      }
    }

    #expect(error?.waiting == ["body"])
    #expect(
      error?.description.hasSuffix(
        """
         The simulation has waited for code outside it for 0.001 seconds, the limit of the option .outsideWork(upTo:). \
        If a task waits for a queue, a thread or an actor with its own executor, raise the limit, or replace that in \
        the test.
        """
      ) == true
    )
  }

  @Test func `in a search, the advice for a deadlock does not name a limit`() async throws {
    let reported = try await issues(from: {
      _ = try await explore(schedules: 1, .outsideWork(upTo: .milliseconds(1))) { _ in
        for await _ in AsyncStream<Int>.makeStream().stream {}
      }
    })

    #expect(reported.count == 1)
    #expect(reported.first?.message.contains("Outside a search, the option .outsideWork") == true)
  }

  @Test(.disabled(if: Effort.isWatched, Self.unseen))
  func `a deadlock does not describe a task that runs outside as waiting`() async throws {
    let isOver = DispatchSemaphore(value: 0)
    defer { for _ in 0..<2 { isOver.signal() } }
    let error = await #expect(throws: SimulationError.self) {
      try await simulate(seed: 1, .outsideWork(upTo: .milliseconds(1))) { _ in
        let executor = ThreadExecutor()
        let hasBegun = DispatchSemaphore(value: 0)
        let runner = Task(name: "runner", executorPreference: executor) {
          hasBegun.signal()
          isOver.waitOnThread()
        }
        hasBegun.waitOnThread()
        let next = Task(name: "next", executorPreference: executor) { isOver.waitOnThread() }
        await runner.value
        await next.value
      }
    }

    guard case .deadlock(_, let waiting)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let waits = Dictionary(uniqueKeysWithValues: waiting.map { ($0.name, $0.wait ?? "nothing") })
    #expect(waits["runner"] == "runs on a thread that the simulation does not control")
    #expect(
      waits["next"]
        == "is ready to run on an executor or actor that the simulation does not control"
    )
    #expect(waits["body"]?.hasSuffix(" for task \"runner\" to end") == true)
  }

  @Test func `a synchronous simulation waits for outside work`() throws {
    let times = try simulate(seed: 1, .outsideWork(upTo: .seconds(60))) { simulation in
      await withCheckedContinuation { continuation in
        simulation.core.whenItWaits { continuation.resume() }
      }
      return 1
    }

    #expect(times == 1)
  }

  @Test func `a task outside can advance the time`() async throws {
    let times = try await simulate(seed: 1, .outsideWork(upTo: .seconds(60))) { simulation in
      await withCheckedContinuation { continuation in
        simulation.core.whenItWaits {
          Task.detached {
            await simulation.advance(by: .seconds(5))
            continuation.resume()
          }
        }
      }
      return simulation.now
    }

    #expect(times == .seconds(5))
  }

  // MARK: - Queues

  private static let unseen: Comment =
    "ThreadSanitizer has functions of its own where a simulation counts submissions to queues."

  /// A kind of work that code may pass to a queue or to a custom executor.
  enum Submission: String, CaseIterable, Sendable {
    case cancellation, resumption, task, nothing, later, group, groupNotification
    case workItemNotification, timer, taskExecutor, actorExecutor, request

    func perform() async {
      switch self {
      case .cancellation:
        let task = Task { try? await Task.sleep(for: .seconds(5)) }
        DispatchQueue.global().async { task.cancel() }
        await task.value
      case .resumption:
        await withCheckedContinuation { continuation in
          DispatchQueue.global().async { continuation.resume() }
        }
      case .task: DispatchQueue.global().async { Task {} }
      case .nothing: DispatchQueue(label: "log").async(flags: .barrier) {}
      case .later: DispatchQueue.main.asyncAfter(deadline: .now()) {}
      case .group: DispatchQueue.global().async(group: DispatchGroup()) {}
      case .groupNotification: DispatchGroup().notify(queue: .global()) {}
      case .workItemNotification:
        let item = DispatchWorkItem {}
        item.notify(queue: .global()) {}
        item.perform()
      case .timer:
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.setEventHandler {}
        timer.schedule(deadline: .now())
        timer.activate()
        timer.cancel()
      case .taskExecutor: Task(executorPreference: ThreadExecutor.shared) {}
      case .actorExecutor: Task { @ThreadActor in }
      case .request:
        let file = URL(filePath: CommandLine.arguments[0])
        _ = try? await URLSession.shared.data(from: file)
      }
    }
  }

  @Test(
    .disabled(if: Effort.isWatched, Self.unseen),
    arguments: Submission.allCases.filter { $0 != .request }
  )
  func `a search rejects code that passes work to a queue or a custom executor`(
    submission: Submission
  ) async throws {
    _ = ThreadExecutor.shared
    let searched = try await issues(from: {
      _ = try await explore(schedules: 100) { _ in await submission.perform() }
    })

    #expect(searched.count == 1)
    #expect(searched.first?.message.contains("The simulation cannot control when") == true)
    #expect(searched.first?.message.contains("No search was run.") == true)
  }

  @Test(.disabled(if: Effort.isWatched, Self.unseen))
  func `a queue has time to resume a task before a deadlock is reported`() async throws {
    let reported = try await issues(from: {
      try await simulate(seed: 1) { _ in
        await withCheckedContinuation { continuation in
          DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { continuation.resume() }
        }
      }
    })

    #expect(reported.count == 1)
  }

  /// The search runs in a separate process, where the cancellation of a request does not stop
  /// requests of other tests.
  @Test(.disabled(if: Effort.isWatched, Self.unseen))
  func `a search rejects code that makes a URL request`() async throws {
    let transcript = try await Subprocess.runSelf(
      ["--testing-library", "swift-testing", "--filter", "RequestInASearch"],
      environment: ["DEPENDENCE_REQUEST": "1"]
    )

    #expect(transcript.ending == .exit(1), "\(transcript)")
    #expect(transcript.contains("The simulation cannot control when"), "\(transcript)")
    #expect(transcript.contains("No search was run."), "\(transcript)")
    #expect(transcript.contains("with 1 issue."), "\(transcript)")
  }

  @Test(
    .disabled(if: Effort.isWatched, Self.unseen),
    arguments: [Submission.cancellation, .task, .nothing]
  )
  func `work submitted to a queue can be allowed`(submission: Submission) async throws {
    let forbidden = try await issues(from: {
      try await simulate(seed: 1) { _ in await submission.perform() }
    })
    let allowed = try await issues(from: {
      try await simulate(seed: 1, .outsideWork(upTo: .seconds(60))) { _ in
        await submission.perform()
      }
    })

    #expect(forbidden.count == 1)
    #expect(allowed.isEmpty)
  }

  @Test func `a cancellation handler that hangs is reported and the test continues`() async throws {
    let isOver = DispatchSemaphore(value: 0)
    defer { isOver.signal() }

    let reported = await issues(from: {
      await #expect(throws: SimulationError.self) {
        try await simulate(seed: 1) { _ in
          await withTaskCancellationHandler {
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
          } onCancel: {
            isOver.wait()
          }
        }
      }
    })

    #expect(reported.count == 1)
    let message = "could not be cancelled, because its cancellation handler does not return"
    #expect(reported.first?.message.contains(message) == true)
  }

  @Test
  func `a task that ends during the cancellation of all tasks is not deallocated`() async throws {
    let isOver = DispatchSemaphore(value: 0)
    let (ends, ending) = AsyncStream<Void>.makeStream()
    let weakTask = Lock(WeakTask())

    _ = try await issues(from: {
      try await simulate(.fifo, .leftoverTasks) { _ in
        _ = Task {
          await withTaskCancellationHandler {
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
          } onCancel: {
            isOver.wait()
          }
        }
        // The cancellation handler of the task above hangs, so the simulation ends before this task
        // is cancelled. The task then ends outside the simulation.
        let sleeper = Task {
          try? await Task.sleep(for: .seconds(1))
          ending.finish()
        }
        weakTask.withLock { $0 = WeakTask(task: unsafeBitCast(sleeper, to: AnyObject.self)) }
        await Task.yield()
      }
    })
    for await _ in ends {}
    // If nothing else retained the task, it would be deallocated a moment after its end.
    for _ in 0..<100 where weakTask.withLock({ $0.task != nil }) {
      try await Task.sleep(for: .milliseconds(1))
    }
    let isInMemory = weakTask.withLock { $0.task != nil }
    isOver.signal()

    #expect(isInMemory)
    for _ in 0..<10_000 where weakTask.withLock({ $0.task != nil }) {
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(weakTask.withLock { $0.task == nil })
  }

  private struct WeakTask: @unchecked Sendable {
    // This struct is `@unchecked Sendable` because the task is only compared with `nil`.
    weak var task: AnyObject?
  }
}

/// A search that a test above runs in a separate process.
@Suite(.enabled(if: System.environmentVariable("DEPENDENCE_REQUEST") != nil))
struct RequestInASearch {
  @Test(.timeLimit(.minutes(5))) func requests() async throws {
    try await explore(schedules: 100) { _ in await OutsideWorkTests.Submission.request.perform() }
  }
}

/// An executor that runs jobs on one thread, which starts before any simulation. Passing a job to it
/// uses neither a queue of Dispatch nor a new thread.
private final class ThreadExecutor: TaskExecutor, SerialExecutor {
  static let shared = ThreadExecutor()

  private let jobs = Lock<[UnownedJob]>([])
  private let available = DispatchSemaphore(value: 0)

  init() {
    Thread {
      while true {
        self.available.wait()
        let job = self.jobs.withLock { $0.removeFirst() }
        job.runSynchronously(
          isolatedTo: self.asUnownedSerialExecutor(),
          taskExecutor: self.asUnownedTaskExecutor()
        )
      }
    }.start()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    available.signal()
  }
}

/// A global actor with a custom executor.
@globalActor private actor ThreadActor {
  static let shared = ThreadActor()

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    ThreadExecutor.shared.asUnownedSerialExecutor()
  }
}

extension DispatchSemaphore {
  /// Blocks the thread. The compiler does not allow a direct call of `wait()` in a task.
  fileprivate func waitOnThread() { wait() }
}
