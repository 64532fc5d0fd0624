import CSimulationRuntime
import Dependence
import DependenceHarness

extension SimulationCore {
  enum Stop: Sendable, Equatable {
    case ended(RunRecord.Ending)
    /// The next job belongs on the main thread.
    case needsMainThread
  }

  func run(on executor: PoolExecutor) -> Stop {
    // Before anything here belongs to the simulation: it may hand work to a queue.
    Watchdog.begin(self)
    let before = simulation_enter(session)
    defer {
      simulation_leave(before)
      Watchdog.end(self)
    }
    return trapWord.announced { runAnnounced(on: executor) }
  }

  private func runAnnounced(on executor: PoolExecutor) -> Stop {
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
      case .enter: break
      case .serve(let task, let actor):
        simulation_enqueue(task.pointer, simulation_executor(defaultActor: actor))
      case .wake(let jobs):
        // Jobs of the runtime, which prefer no executor, and are over at once.
        let none = unsafeBitCast(simulation_executor(), to: UnownedSerialExecutor.self)
        for job in jobs { job.runSynchronously(on: none) }
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
  fileprivate mutating func takeAction(
    in core: SimulationCore
  ) -> (ended: [Roster.Object], action: Scheduler.Action) {
    if let held = held.take() { return ([], .run(held)) }
    let before = scheduler.now
    let uses = Step.Uses(rawValue: simulation_take_uses(core.session))
    let ended = scheduler.finishJob(uses: uses)
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
