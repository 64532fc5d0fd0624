extension SimulationCore {
  /// Keeps the start of the simulation's body from counting in ``State/outsideResumptions``, by
  /// subtracting it in advance. That property counts how often a thread outside the simulation
  /// makes a simulated task ready to run, because such a thread makes the run unpredictable. The
  /// body is also started by such a thread, but always before all other tasks.
  func expectBody() { state.withLock { $0.outsideResumptions -= 1 } }

  /// Registers the task that runs the simulation's body. The task has already been enqueued, before
  /// all other tasks, and therefore has the identifier 0.
  func begin(with body: UnsafeMutableRawPointer) {
    // Retain the task twice. One reference is released when the task ends. The other one keeps the
    // task alive so that it can be cancelled at any time before the end of the simulation.
    let object = Roster.Object(pointer: body)
    object.retain()
    object.retain()
    state.withLock { state in
      state.body = object
      state.scheduler.roster.add(task: body, name: "body", origin: nil, by: nil)
    }
  }

  func noteReturn() { state.withLock { $0.scheduler.hasReturned = true } }

  func cancelBody() {
    let call = state.withLock { state in
      state.isCancelled = true
      return state.takeWakeUp()
    }
    call?()
  }
}
