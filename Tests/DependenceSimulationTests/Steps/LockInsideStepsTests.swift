import CSimulationRuntime
import Dependence
@testable import DependenceSimulation
import DependenceTesting
import Foundation
import Subprocesses
import Synchronization
import Testing

/// Tests of searches that preempt steps which hold locks or wait for them.
struct LockInsideStepsTests {
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

  /// If the wait released the mutex and then waited for the condition variable in the usual way, it
  /// would miss a signal that another thread sent in between.
  @Test func `a wait for a condition variable that has released the mutex returns`() {
    let core = SimulationCore(.random(seed: 1), SimulationOptions())
    let executor = core.makeExecutor()
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
    let past = UnsafeMutablePointer<timespec>.allocate(capacity: 1)
    clock_gettime(CLOCK_REALTIME, past)
    pthread_mutex_lock(mutex)

    let before = simulation_enter(core.session)
    simulation_set_suspended_steps(core.session, 1)
    simulation_begin_step()
    // The run has not begun, so no other step can run during this wait.
    let result = pthread_cond_timedwait(condition, mutex, past)
    simulation_set_suspended_steps(core.session, 0)
    let resultOfNextWait = pthread_cond_timedwait(condition, mutex, past)
    simulation_leave(before)

    pthread_mutex_unlock(mutex)
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
    past.deallocate()
    #expect(result == 0)
    #expect(resultOfNextWait == ETIMEDOUT)
    withExtendedLifetime(executor) {}
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
    // The letter `t` in the token states that virtual time can advance at any time, as in both searches.
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
