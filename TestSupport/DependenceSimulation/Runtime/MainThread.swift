import CSimulationRuntime
import Dispatch

enum MainThread {
  // On Linux, once the main thread has called `dispatchMain()`, threads of the pool serve the main queue: so the
  // queue is asked, and not only the thread.
  private static let key: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  static var isCurrent: Bool {
    simulation_is_initial_thread() || DispatchQueue.getSpecific(key: key) != nil
  }
}
