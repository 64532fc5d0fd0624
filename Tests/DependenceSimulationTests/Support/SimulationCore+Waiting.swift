import Dependence
@testable import DependenceSimulation
import Foundation

extension SimulationCore {
  /// Runs `action` on a thread of its own, once the simulation waits for work outside: so that what it does
  /// comes neither too early to be noticed nor while something else runs.
  func whenItWaits(_ action: @escaping @Sendable () -> Void) {
    // A thread and not a queue: those share the threads that the simulation needs to come to rest.
    Thread.detachNewThread { [state] in
      while !state.withLock({ $0.onOutsideResumption != nil }) { sched_yield() }
      action()
    }
  }
}
