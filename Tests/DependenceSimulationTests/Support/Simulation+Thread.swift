import DependenceSimulation
import Dispatch
import Foundation

extension Simulation {
  /// Lets a thread make a task of the simulation runnable. The simulation waits until the thread
  /// has done so, and therefore always observes it.
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
