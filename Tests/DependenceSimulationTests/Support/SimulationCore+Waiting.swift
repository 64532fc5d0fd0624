import Dependence
@testable import DependenceSimulation
import Foundation

extension SimulationCore {
  /// Runs `action` on a new thread as soon as the simulation waits for outside work. The simulation
  /// therefore observes the action, and no step of the simulation runs at the same time.
  func whenItWaits(_ action: @escaping @Sendable () -> Void) {
    // This function uses a thread instead of a queue, because queues share the threads that the
    // simulation needs to become idle.
    Thread.detachNewThread { [state] in
      while !state.withLock({ $0.onOutsideResumption != nil }) { sched_yield() }
      action()
    }
  }
}
