import Dependence
@testable import DependenceSimulation
import Foundation

extension SimulationCore {
  /// Runs `action` on a new thread once the simulation waits for work outside. The action is
  /// therefore neither too early to be observed, nor does it run beside other steps.
  func whenItWaits(_ action: @escaping @Sendable () -> Void) {
    // Uses a thread instead of a queue, because queues share the threads that the simulation needs
    // to become idle.
    Thread.detachNewThread { [state] in
      while !state.withLock({ $0.onOutsideResumption != nil }) { sched_yield() }
      action()
    }
  }
}
