import CSimulationRuntime
import Dependence
import DependenceHarness

extension SimulationCore {
  /// Why running stopped.
  enum Stop: Sendable, Equatable {
    case ended(RunRecord.Ending)
    /// The next job belongs on the main thread.
    case needsMainThread
  }

  /// Runs jobs on this thread, one after the other, for as long as any can run.
  func run(on executor: PoolExecutor) -> Stop {
    let before = simulation_enter(session)
    Watchdog.begin(self)
    defer {
      Watchdog.end(self)
      simulation_leave(before)
    }
    while true {
      let (ended, action) = state.withLock { $0.takeAction(in: self) }
      for task in ended { task.release() }
      switch action {
      case .run(let ready):
        if ready.place == .mainActor, options.mainActor == .real, !MainThread.isCurrent {
          state.withLock { $0.held = ready }
          return .needsMainThread
        }
        run(ready, on: executor)
      case .wake(let jobs, let areClocksDue):
        // Jobs of the runtime, which prefer no executor, and are over at once.
        for job in jobs {
          job.runSynchronously(on: unsafeBitCast((0, 0), to: UnownedSerialExecutor.self))
        }
        guard areClocksDue else { continue }
        for clock in state.withLock({ $0.clocks }) { clock.wakeDue(in: self) }
      case .resume(let continuation):
        continuation.resume()
      case .ring(let ring):
        ring()
      case .cancel(let task):
        task.cancel()
      case .end(let ending):
        return .ended(ending)
      }
    }
  }

  private func run(_ ready: Scheduler.Ready, on executor: PoolExecutor) {
    switch ready.place {
    case .pool:
      ready.job.runSynchronously(on: executor.asUnownedTaskExecutor())
    case .mainActor:
      ready.job.runSynchronously(
        isolatedTo: main.asUnownedSerialExecutor(),
        taskExecutor: executor.asUnownedTaskExecutor()
      )
    }
  }
}

extension SimulationCore.State {
  /// What to do next, and what to release before.
  fileprivate mutating func takeAction(
    in core: SimulationCore
  ) -> (ended: [Roster.Object], action: Scheduler.Action) {
    if let held {
      self.held = nil
      return ([], .run(held))
    }
    let before = scheduler.now
    let ended = scheduler.finishJob()
    if isCancelled, let body {
      isCancelled = false
      return (ended, .cancel(body))
    }
    let action = scheduler.next {
      clocks.lazy.compactMap { $0.nextDeadline(in: core) }.min()
    }
    if scheduler.now != before { core.showTime(scheduler.now) }
    return (ended, action)
  }
}
