import Dispatch
import Foundation
import Synchronization
import Testing

@testable import DependenceSimulation

/// Tests of streams that code outside of simulations uses. The calls of this code are observed,
/// too.
///
/// The runtime holds a lock of a task while it runs the task's cancellation handlers. Observing a
/// call must not need that lock, because a handler may wait for the code that makes the call.
struct StreamOutsideTests {
  init() { SimulationRuntime.connect() }

  @Test
  func `a stream can be used in a critical section that a cancellation handler awaits`() async {
    let threads = ManyThreads()
    defer { threads.stop() }
    let (_, numbers) = AsyncStream.makeStream(of: Int.self)
    let section = Mutex(())
    let isLocked = DispatchSemaphore(value: 0)
    let isCancelling = DispatchSemaphore(value: 0)
    let (hasEnded, end) = AsyncStream.makeStream(of: Bool.self)

    let task = Task(executorPreference: threads) {
      await withTaskCancellationHandler {
        section.withLock { _ in
          isLocked.signal()
          isCancelling.wait()
          _ = numbers.yield(1)
        }
      } onCancel: {
        isCancelling.signal()
        section.withLock { _ in }
      }
      end.yield(true)
    }
    Thread {
      isLocked.wait()
      task.cancel()
    }.start()
    DispatchQueue.global().asyncAfter(deadline: .now() + 10) { end.yield(false) }

    #expect(await hasEnded.first { _ in true } == true)
  }
}
