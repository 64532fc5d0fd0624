import CSimulationRuntime
import Dispatch

enum MainThread {
  // On Linux, threads of the pool serve the main queue after the main thread has called
  // `dispatchMain()`. The current queue is therefore checked in addition to the current thread.
  private static let key: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  static var isCurrent: Bool {
    simulation_is_initial_thread() || DispatchQueue.getSpecific(key: key) != nil
  }
}
