import DependenceSimulation
import Dispatch
import Foundation

extension Simulation {
  /// Has a thread make a task of the simulation able to run. The simulation stands still until the thread
  /// has done it, and so cannot miss it.
  func haveThreadWakeTask() async {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let consumer = Task { for await _ in stream {} }
    await settle()
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      continuation.finish()
      isDone.signal()
    }
    isDone.wait()
    await consumer.value
  }
}
