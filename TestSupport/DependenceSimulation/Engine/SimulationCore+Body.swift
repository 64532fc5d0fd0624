extension SimulationCore {
  /// Decrements ``State/outsideResumptions`` in advance, because the start of the simulation's body
  /// must not count. A thread outside the simulation enqueues the body's first job, which
  /// increments the number again.
  func expectBody() { state.withLock { $0.outsideResumptions -= 1 } }

  /// Registers the task of the simulation's body, which has already been enqueued and therefore has
  /// the identifier 0.
  func begin(with body: UnsafeMutableRawPointer) {
    // One reference to the task is released when the task ends. The other keeps the task alive so
    // that it can still be cancelled later.
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
