import Dependence

extension TestClock {
  /// Connects the clock to the caller's simulation and returns that simulation. Returns `nil` if
  /// the caller is not running in a simulation.
  ///
  /// A connected clock advances together with the simulation's virtual time.
  @discardableResult
  func keepTimeOfSimulation() -> (any SimulatedWorld)? {
    guard let world = SimulatedWorlds.current else { return nil }
    let time = world.now
    let (isNew, due) = state.withLock { $0.keepTime(of: world, at: time) }
    due.wake()
    if isNew { world.join(self) }
    return world
  }

  package func showTime(of world: any SimulatedWorld) {
    state.withLock { $0.world = world }
    world.join(self)
  }

  /// Advances time to the next deadline, but not beyond `end`, and wakes the tasks that are due.
  /// Returns `true` if a task was due. Otherwise, advances time to `end`, if given, and returns
  /// `false`.
  func step(noFurtherThan end: Instant? = nil) async -> Bool {
    guard let world = keepTimeOfSimulation() else {
      let due = state.withLock { state in
        (end?.offset ?? state.queue.nextDeadline).map { state.queue.step(towards: $0) } ?? []
      }
      due.wake()
      return !due.isEmpty
    }
    world.noteReadOfSleepers()
    let (next, origin) = state.withLock { ($0.queue.nextDeadline, $0.origin) }
    let isDue = next.map { $0 <= end?.offset ?? $0 } ?? false
    if let target = isDue ? next : end?.offset { await world.advance(to: target - origin) }
    return isDue
  }
}

extension TestClock {
  /// Returns the earliest deadline of the tasks asleep on this clock, as a virtual time of the
  /// simulation `world`. Returns `nil` if no task in that simulation is asleep on this clock.
  package func nextDeadline(in world: any SimulatedWorld) -> Duration? {
    state.withLock { state in
      state.world === world ? state.queue.nextDeadline.map { $0 - state.origin } : nil
    }
  }

  package func wakeDue(in world: any SimulatedWorld) {
    let time = world.now
    let due = state.withLock { $0.world === world ? $0.moveTime(ofWorldTo: time) : [] }
    due.wake()
  }
}

extension TestClock.State {
  fileprivate mutating func keepTime(
    of world: any SimulatedWorld,
    at time: Duration
  ) -> (isNew: Bool, due: [TestClock.Sleep]) {
    let isNew = self.world !== world
    if isNew {
      self.world = world
      origin = queue.now - time
    }
    return (isNew, moveTime(ofWorldTo: time))
  }

  fileprivate mutating func moveTime(ofWorldTo time: Duration) -> [TestClock.Sleep] {
    queue.jump(to: max(origin + time, queue.now))
  }
}
