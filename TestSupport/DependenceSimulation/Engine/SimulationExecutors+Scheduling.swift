#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
// Simulating sleeps requires the protocol `SchedulingExecutor`, which is not public yet. It is used
// only with the compiler versions that simulations support.
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
