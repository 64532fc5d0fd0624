#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
// This API is not public yet. Sleeps cannot be simulated without it. See `SimulationSupport`.
@_spi(ExperimentalScheduling) import _Concurrency

protocol SimulatedExecutor: SchedulingExecutor {
  var core: SimulationCore { get }
}

extension SimulatedExecutor {
  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob,
    at instant: C.Instant,
    tolerance: C.Duration?,
    clock: C
  ) {
    core.enqueue(UnownedJob(job), after: clock.now.duration(to: instant))
  }
}

extension PoolExecutor: SimulatedExecutor {}
extension MainExecutor: SimulatedExecutor {}
#endif
