import CSimulationRuntime
import Dependence
import DependenceHarness

extension SimulationCore {
  /// The default limit on the real time that a simulation waits for work that the test submitted to
  /// a dispatch queue. Without this wait, the simulation could cancel a `URLSession` request just
  /// as the request ends, which may cause a deadlock in Foundation.
  private static let timeToReturn = Duration.milliseconds(500)

  private var outsideLimit: Duration? {
    options.outsideLimit ?? (simulation_outside_submissions(session) > 0 ? Self.timeToReturn : nil)
  }

  /// Calls `callBack` exactly once: with `true` as soon as code outside the simulation makes a task
  /// ready to run, or with `false` if this takes too long. If the simulation does not wait for such
  /// code, calls `callBack` with `false` immediately.
  func awaitOutsideWork(_ callBack: @escaping @Sendable (Bool) -> Void) {
    guard let limit = outsideLimit, !state.withLock({ $0.scheduler.hasReturned })
    else { return callBack(false) }
    let arrive = promise(within: limit, callBack)
    let hasArrived = state.withLock { state in
      if state.scheduler.canContinue || state.isCancelled { return true }
      state.onOutsideResumption = arrive
      return false
    }
    if hasArrived { arrive() }
  }
}

/// Returns a function that calls `callBack` with `true`. If the returned function is not called
/// within `limit`, as measured by an `Alarm`, `callBack` is called with `false` instead.
func promise(
  within limit: Duration,
  _ callBack: @escaping @Sendable (Bool) -> Void
) -> @Sendable () -> Void {
  let isOver = Lock(false)
  let finish: @Sendable (Bool) -> Void = { value in
    let wasOver = isOver.withLock { isOver in
      defer { isOver = true }
      return isOver
    }
    if !wasOver { callBack(value) }
  }
  let alarm = Alarm(after: limit, in: nil) { _ in finish(false) }
  return {
    alarm.cancel()
    finish(true)
  }
}
