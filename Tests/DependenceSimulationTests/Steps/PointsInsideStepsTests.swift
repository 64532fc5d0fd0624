import Dependence
import DependenceSimulation
import DependenceTesting
import Foundation
import Subprocesses
import Synchronization
import TestEffort
import Testing

/// Returns all outcomes of a program, and the result of the search that found them.
func outcomes(
  limit: Int = 10_000,
  pruning: Exploration.Pruning = .independentTasks,
  _ option: SimulationOption = .stepLimit(50_000),
  of program: @escaping @Sendable @concurrent () async throws -> String
) async throws -> (all: Set<String>, result: ExplorationResult) {
  let all = Mutex<Set<String>>([])
  let result = try await explore(.exhaustive(limit: limit, pruning: pruning), option) { _ in
    let outcome = try await program()
    all.withLock { _ = $0.insert(outcome) }
  }
  return (all.withLock { $0 }, result)
}

/// Tests of searches that preempt steps, so that other tasks run before the rest of a step.
struct PointsInsideStepsTests {
  private actor Store {
    private(set) var saves = 0

    func save() {
      guard !Task.isCancelled else { return }
      saves += 1
    }
  }

  private final class Locks: Sendable {
    let mutex = Mutex(0)
    let lock = NSLock()
  }

  /// A POSIX read-write lock.
  private final class ReadWriteLock: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)

    init() { pthread_rwlock_init(lock, nil) }

    deinit {
      pthread_rwlock_destroy(lock)
      lock.deallocate()
    }

    func reading(_ body: () -> Void) {
      pthread_rwlock_rdlock(lock)
      body()
      pthread_rwlock_unlock(lock)
    }

    func writing(_ body: () -> Void) {
      pthread_rwlock_wrlock(lock)
      body()
      pthread_rwlock_unlock(lock)
    }
  }

  /// The actions of tasks, in order.
  private final class Order: Sendable {
    private let lines = Mutex<[String]>([])

    func add(_ line: String) { lines.withLock { $0.append(line) } }

    var text: String { lines.withLock { $0.joined(separator: " ") } }
  }

  /// An object in which one task stores a continuation that another task resumes, in either order.
  private final class Meeting: Sendable {
    private let state = Mutex<(continuation: CheckedContinuation<Bool, Never>?, isOver: Bool)>(
      (nil, false)
    )

    func come() {
      let continuation = state.withLock { state in
        state.isOver = true
        return state.continuation
      }
      continuation?.resume(returning: true)
    }

    func wait(with continuation: CheckedContinuation<Bool, Never>) {
      let isOver = state.withLock { state in
        if !state.isOver { state.continuation = continuation }
        return state.isOver
      }
      if isOver { continuation.resume(returning: false) }
    }
  }

  private actor Log {
    private(set) var lines: [String] = []

    func add(_ line: String) { lines.append(line) }

    func addAroundChild() async {
      async let child: Void = {}()
      let task = Task { add("task") }
      await child
      add("rest")
      await task.value
    }

    func meet(_ meeting: Meeting) async -> Bool {
      let task = Task { add("task") }
      let other = Task.detached { meeting.come() }
      let isResumed = await withCheckedContinuation { meeting.wait(with: $0) }
      add("rest")
      await task.value
      await other.value
      return isResumed
    }

    func addAroundContinuation() async {
      let task = Task { add("task") }
      await withCheckedContinuation { continuation in
        Task.detached { continuation.resume() }
      }
      add("rest")
      await task.value
    }

    func addTwoTasks() async {
      let low = Task(priority: .low) { add("low") }
      let high = Task(priority: .high) { add("high") }
      await low.value
      await high.value
    }
  }

  @Test(arguments: [Exploration.Pruning.independentTasks, .hops, .none])
  func `a task may run before it is cancelled`(pruning: Exploration.Pruning) async throws {
    let found = try await outcomes(pruning: pruning) {
      let store = Store()
      let task = Task { await store.save() }
      task.cancel()
      await task.value
      return "\(await store.saves)"
    }

    #expect(found.all == ["0", "1"])
    #expect(found.result.isComplete)
  }

  @Test func `a child of a group may run before the group is cancelled`() async throws {
    let found = try await outcomes {
      let store = Store()
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await store.save() }
        group.cancelAll()
      }
      return "\(await store.saves)"
    }

    #expect(found.all == ["0", "1"])
  }

  @Test
  func `a child may run after another child's error has cancelled their group`() async throws {
    let found = try await outcomes {
      let log = Log()
      _ = try? await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { throw CancellationError() }
        group.addTask { if Task.isCancelled { await log.add("cancelled") } }
        while try await group.next() != nil {}
      }
      return "\(await log.lines)"
    }

    #expect(found.all == ["[]", #"["cancelled"]"#])
    #expect(found.result.isComplete)
  }

  @Test
  func `a child of a discarding group may run after another child's error`() async throws {
    let found = try await outcomes {
      let log = Log()
      try? await withThrowingDiscardingTaskGroup { group in
        group.addTask { throw CancellationError() }
        group.addTask { if Task.isCancelled { await log.add("cancelled") } }
      }
      return "\(await log.lines)"
    }

    #expect(found.all == ["[]", #"["cancelled"]"#])
    #expect(found.result.isComplete)
  }

  @Test(arguments: [true, false])
  func `a child may run after an error is thrown and before the error cancels it`(
    isDiscarding: Bool
  ) async throws {
    let found = try await outcomes {
      let log = Log()
      let (steps, progress) = AsyncStream.makeStream(
        of: Int.self,
        bufferingPolicy: .bufferingNewest(1)
      )
      progress.yield(1)
      let receive: @Sendable @concurrent () async -> Void = {
        for await step in steps {
          return await log.add("\(step)\(Task.isCancelled ? " cancelled" : "")")
        }
      }
      if isDiscarding {
        try? await withThrowingDiscardingTaskGroup { group in
          group.addTask(operation: receive)
          group.addTask {
            progress.yield(2)
            throw CancellationError()
          }
        }
      } else {
        try? await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask(operation: receive)
          progress.yield(2)
          throw CancellationError()
        }
      }
      return "\(await log.lines)"
    }

    let lines = ["1", "1 cancelled", "2", "2 cancelled"]
    #expect(found.all == Set(lines.map { "[\"\($0)\"]" }))
    #expect(found.result.isComplete)
  }

  @Test(arguments: [true, false])
  func `a child may run after the end of its scope has cancelled it`(
    suspends: Bool
  ) async throws {
    let found = try await outcomes {
      let log = Log()
      await {
        async let _: Void = { if Task.isCancelled { await log.add("cancelled") } }()
        if suspends { await Log().add("body") }
      }()
      return "\(await log.lines)"
    }

    #expect(found.all == ["[]", #"["cancelled"]"#])
    #expect(found.result.isComplete)
  }

  @Test func `a consumer may take an element before the next one is sent`() async throws {
    let found = try await outcomes {
      let (steps, progress) = AsyncStream.makeStream(
        of: Int.self,
        bufferingPolicy: .bufferingNewest(1)
      )
      async let seen = steps.reduce(into: []) { $0.append($1) }
      for step in [10, 50, 100] { progress.yield(step) }
      progress.finish()
      return "\(await seen)"
    }

    #expect(found.all == ["[100]", "[10, 100]", "[50, 100]", "[10, 50, 100]"])
  }

  @Test func `a child may end before its parent waits for it`() async throws {
    let found = try await outcomes {
      let log = Log()
      await log.addAroundChild()
      return "\(await log.lines)"
    }

    #expect(found.all == [#"["task", "rest"]"#, #"["rest", "task"]"#])
  }

  @Test func `a new task may send to a stream before its creator does`() async throws {
    let found = try await outcomes {
      let (stream, source) = AsyncStream.makeStream(of: Int.self)
      let task = Task { _ = source.yield(1) }
      source.yield(2)
      await task.value
      source.finish()
      return "\(await stream.reduce(into: []) { $0.append($1) })"
    }

    #expect(found.all == ["[1, 2]", "[2, 1]"])
  }

  @Test func `an occupied actor runs the task with the higher priority first`() async throws {
    let found = try await outcomes {
      let log = Log()
      await log.addTwoTasks()
      return "\(await log.lines)"
    }

    #expect(found.all == [#"["high", "low"]"#])
  }

  @Test func `a step that is not preempted ends before its new task begins`() async throws {
    let all = Mutex<Set<Int>>([])
    let search = Exploration.exhaustive(pruning: .independentTasks)
    let result = try await explore(search, .nonpreemptive) { _ in
      let store = Store()
      let task = Task { await store.save() }
      task.cancel()
      await task.value
      let saves = await store.saves
      all.withLock { _ = $0.insert(saves) }
    }

    #expect(all.withLock { $0 } == [0])
    #expect(result.isComplete)
  }

  @Test(arguments: [false, true])
  func `a step that needs a read-write lock waits for the step that holds it`(
    isReader: Bool
  ) async throws {
    let orders = Lock<Set<String>>([])

    let result = try await explore(.exhaustive(limit: 5_000)) { _ in
      let (lock, order) = (ReadWriteLock(), Order())
      let (_, continuation) = AsyncStream.makeStream(of: Int.self)
      async let first: Void = lock.writing {
        order.add("begin")
        continuation.yield(1)
        order.add("end")
      }
      let visit: @Sendable () -> Void = {
        order.add("second")
        continuation.yield(2)
        order.add("done")
      }
      async let second: Void = isReader ? lock.reading(visit) : lock.writing(visit)
      _ = await (first, second)
      _ = orders.withLock { $0.insert(order.text) }
    }

    #expect(result.isComplete)
    #expect(orders.withLock { $0 } == ["begin end second done", "second done begin end"])
  }

  @Test
  func `a step preempted while it holds a lock continues when another needs the lock`()
    async throws
  {
    let found = try await outcomes(pruning: .hops) {
      let (stream, source) = AsyncStream.makeStream(of: Int.self)
      let locks = Locks()
      let tasks = (1...2).map { number in
        Task {
          locks.mutex.withLock {
            $0 = number
            source.yield($0)
          }
          locks.lock.withLock { _ = source.yield(number + 10) }
        }
      }
      for task in tasks { await task.value }
      source.finish()
      return "\(await stream.reduce(into: []) { $0.append($1) })"
    }

    // Taking a lock is not a scheduling point, so a search does not try all orders.
    #expect(found.all.isSuperset(of: ["[1, 11, 2, 12]", "[2, 12, 1, 11]", "[1, 2, 11, 12]"]))
    #expect(found.result.isComplete)
  }

  @Test func `a step that waits for a lock waits again if another step takes the lock first`()
    async throws
  {
    let result = try await explore(schedules: 500) { _ in
      let (stream, source) = AsyncStream.makeStream(of: Int.self)
      let locks = Locks()
      await withTaskGroup(of: Void.self) { group in
        for number in 1...4 {
          group.addTask {
            locks.mutex.withLock { _ in _ = source.yield(number) }
            locks.lock.withLock { _ = source.yield(number) }
          }
        }
      }
      source.finish()
      #expect(await stream.reduce(0) { sum, _ in sum + 1 } == 8)
    }

    #expect(result.schedules == 500)
  }

  @Test
  func `a continuation resumed before its task waits keeps the task on its actor`() async throws {
    let found = try await outcomes {
      let log = Log()
      await log.addAroundContinuation()
      return "\(await log.lines)"
    }

    #expect(found.all == [#"["task", "rest"]"#, #"["rest", "task"]"#])
    #expect(found.result.isComplete)
  }

  @Test
  func `a continuation may be resumed between its last use and the wait of its task`()
    async throws
  {
    let found = try await outcomes(pruning: .hops) {
      let log = Log()
      let isResumed = await log.meet(Meeting())
      return "\(isResumed) \(await log.lines)"
    }

    // In the first of these outcomes, the detached task resumes the continuation while the waiting
    // task still holds its actor.
    #expect(found.all.contains(#"true ["rest", "task"]"#))
    #expect(found.all.contains(#"true ["task", "rest"]"#))
    #expect(found.all.contains(#"false ["rest", "task"]"#))
  }

  @Test func `a resumed task may run before the rest of the step that resumes it`() async throws {
    let found = try await outcomes(pruning: .hops) {
      let order = Order()
      let (stream, source) = AsyncStream.makeStream(of: Void.self)
      async let consumer: Void = {
        for await _ in stream {}
        order.add("consumer")
      }()
      await Task.yield()
      source.finish()
      order.add("producer")
      await consumer
      return order.text
    }

    #expect(found.all == ["consumer producer", "producer consumer"])
  }

  @Test
  func `a task that ended in the first schedule may be cancelled before its end`() async throws {
    let found = try await outcomes {
      let task = Task { Task.isCancelled }
      await Task.yield()
      task.cancel()
      return "\(await task.value)"
    }

    #expect(found.all == ["false", "true"])
  }

  @Test
  func `a task may be cancelled after its check and before it installs a handler`() async throws {
    let found = try await outcomes(pruning: .hops) {
      let order = Order()
      let task = Task {
        if Task.isCancelled { return order.add("early") }
        await withTaskCancellationHandler {
          order.add("operation")
        } onCancel: {
          order.add("handler")
        }
      }
      task.cancel()
      await task.value
      return order.text
    }

    #expect(found.all == ["early", "handler operation", "operation"])
  }

  @Test func `a task that loops until cancellation can be cancelled`() async throws {
    for seed in 0..<20 as Range<UInt64> {
      let result = try await simulate(seed: seed) { _ in
        let task = Task {
          while !Task.isCancelled {}
          return "cancelled"
        }
        task.cancel()
        return await task.value
      }

      #expect(result == "cancelled")
    }
  }

  @Test func `a seed always gives the same schedule with preempted steps`() async throws {
    let program: @Sendable @concurrent (Simulation) async throws -> [String] = { _ in
      let log = Log()
      let (stream, source) = AsyncStream.makeStream(of: String.self)
      await withTaskGroup(of: Void.self) { group in
        for name in ["a", "b", "c"] {
          group.addTask {
            await log.add(name)
            source.yield(name)
            if !Task.isCancelled { await log.add(name + name) }
          }
        }
        group.addTask { await log.addAroundChild() }
        await group.next()
        group.cancelAll()
      }
      source.finish()
      return await stream.reduce(into: await log.lines) { $0.append($1) }
    }

    for seed in 0..<5 as Range<UInt64> {
      let first = try await simulate(seed: seed, operation: program)
      for _ in 0..<Effort.times(40, nightly: 1_000) {
        let next = try await simulate(seed: seed, operation: program)
        #expect(next == first)
      }
    }
  }

  @Test(arguments: ["exhaustive", "random"])
  func `tasks that wait for locks held by each other end the process`(search: String) async throws {
    let transcript = try await Subprocess.runSelf(
      ["--testing-library", "swift-testing", "--filter", "CircleOfLocks/\(search)"],
      environment: ["DEPENDENCE_CIRCLE": "1"]
    )

    #expect(transcript.ending == .exit(1), "\(transcript)")
    #expect(
      transcript.contains("\"\(search)()\" are deadlocked: each of them holds a lock"),
      "\(transcript)"
    )
    // The letter in the token states that virtual time can advance at any time, as in both searches.
    #expect(transcript.contains("DEPENDENCE_REPLAY=1t-"), "\(transcript)")
  }
}

/// Searches that find a deadlock. The test above runs each of them in a separate process.
@Suite(
  .dependencies { _ in },
  .enabled(if: System.environmentVariable("DEPENDENCE_CIRCLE") != nil)
)
struct CircleOfLocks {
  @Test(.explore(.exhaustive(pruning: .hops))) func exhaustive() async { await wait() }

  @Test(.explore(100, .time(.anytime))) func random() async { await wait() }

  private func wait() async {
    let (first, second) = (NSLock(), NSLock())
    let take: @Sendable (NSLock, NSLock) -> Void = { outer, inner in
      outer.withLock { if !Task.isCancelled { inner.withLock {} } }
    }
    async let one: Void = take(first, second)
    async let two: Void = take(second, first)
    _ = await (one, two)
  }
}
