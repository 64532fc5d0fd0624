package import Dependence

extension TestClock {
  /// Suspends until time is moved to `deadline`; returns at once if it has come already.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled, and if the clock gave up.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleep(until: deadline, site: nil)
  }

  private func sleep(until deadline: Instant, site: SourceSite?) async throws {
    try Task.checkCancellation()
    let root = Frame.current.root
    root.add(self)
    let taskName = Task.name
    let id = state.withLock { $0.announce() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleep = Sleep(
          site: site,
          taskName: taskName,
          root: ObjectIdentifier(root),
          continuation: continuation
        )
        let (outcome, waiters) = state.withLock { $0.begin(sleep, as: id, until: deadline.offset) }
        if let outcome { continuation.resume(with: outcome) }
        waiters.resume()
      }
    } onCancel: {
      let sleep = state.withLock { $0.cancel(id) }
      sleep?.continuation.resume(throwing: CancellationError())
    }
  }
}

extension TestClock: PlacedClock {
  package func sleep(until deadline: Instant, tolerance: Duration?, at site: SourceSite)
    async throws
  {
    try await sleep(until: deadline, site: site)
  }
}

extension TestClock.State {
  /// Names a sleep that is about to begin.
  fileprivate mutating func announce() -> SleeperQueue<TestClock.Sleep>.ID {
    let id = queue.makeID()
    isCancelled[id] = false
    return id
  }

  /// Puts a task to sleep, or says at once how its sleep ends.
  fileprivate mutating func begin(
    _ sleep: TestClock.Sleep,
    as id: SleeperQueue<TestClock.Sleep>.ID,
    until deadline: Duration
  ) -> (outcome: Result<Void, any Error>?, waiters: [Rendezvous.Continuation]) {
    let isCancelled = isCancelled.removeValue(forKey: id) == true
    if isCancelled || isStopped { return (.failure(CancellationError()), []) }
    guard queue.insert(sleep, as: id, until: deadline) else { return (.success(()), []) }
    return (nil, rendezvous.met(by: count))
  }

  /// Takes a sleeper out, or makes sure that it does not fall asleep.
  fileprivate mutating func cancel(_ id: SleeperQueue<TestClock.Sleep>.ID) -> TestClock.Sleep? {
    if isCancelled[id] != nil { isCancelled[id] = true }
    return queue.remove(id)
  }
}
