import CSimulationRuntime
import Dispatch

enum MainThread {
  // Marks the main queue. On Linux, other threads serve the main queue after the main thread has
  // called `dispatchMain()`, so checking for the main thread is not enough.
  private static let key: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  static var isCurrent: Bool {
    simulation_is_initial_thread() || DispatchQueue.getSpecific(key: key) != nil
  }
}
