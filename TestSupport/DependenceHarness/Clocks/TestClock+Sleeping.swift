package import Dependence

/// An internal error that marks a sleep whose test ended while the sleep was being registered. The
/// code that called `sleep` receives a `CancellationError` instead.
private struct LateSleep: Error {}

extension TestClock {
  /// Suspends until the clock reaches `deadline`. Returns immediately if `deadline` has already
  /// passed.
  ///
  /// - Throws: `CancellationError` if the task is cancelled, if the clock is stopped, if the test
  ///   has ended, or if the test does not advance time within ``patience``.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleep(until: deadline, site: nil)
  }

  private func sleep(until deadline: Instant, site: SourceSite?) async throws {
    keepTimeOfSimulation()
    let frame = Frame.current
    let root = frame.root
    if root.isClosed { throw await lateSleep(at: site, from: frame) }
    root.add(self)
    let id = state.withLock { $0.queue.announce() }
    do {
      try await suspend(as: id, until: deadline, site: site, root: root)
    } catch is LateSleep {
      throw await lateSleep(at: site, from: frame)
    } catch let vain as VainSleep {
      // Report the issue in the sleeping task, because the test runner can attribute that task to
      // its test.
      vain.message.map { IssuePath.deliver($0, at: site ?? self.site) }
      throw CancellationError()
    }
  }

  private func suspend(
    as id: SleeperQueue<Sleep>.ID,
    until deadline: Instant,
    site: SourceSite?,
    root: DependencyRoot
  ) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleep = Sleep(
          site: site,
          taskName: Task.name,
          root: ObjectIdentifier(root),
          continuation: continuation
        )
        let (outcome, waiters) = state.withLock { $0.begin(sleep, as: id, until: deadline.offset) }
        if let outcome { continuation.resume(with: outcome) }
        waiters.resume()
        // If the test is ending at the same time, the check of this clock may have run, and been
        // removed, just before this sleep was registered. Register the check again. If the test has
        // already ended, end this sleep here, unless the check has cancelled it.
        root.add(self)
        if root.isClosed {
          let sleep = state.withLock { $0.queue.cancel(id) }
          sleep?.continuation.resume(throwing: LateSleep())
        }
        watchForVainSleeps()
      }
    } onCancel: {
      let sleep = state.withLock { $0.queue.cancel(id) }
      sleep?.continuation.resume(throwing: CancellationError())
    }
  }
}

extension TestClock {
  /// Reports a sleep that begins after its test has ended, unless ``allowsSleepersAtEnd`` is
  /// `true`. Returns the error that the sleep must throw.
  private func lateSleep(at sleepSite: SourceSite?, from frame: Frame) async -> CancellationError {
    if !allowsSleepersAtEnd {
      frame.root.reportIfLate(
        "The TestClock created at \(site)",
        was: "used for a sleep",
        at: sleepSite ?? site,
        from: frame
      )
    }
    // Pause briefly before the sleep fails. Otherwise, a loop that ignores the error and sleeps
    // again would take processor time away from other tests.
    try? await Task.sleep(for: .milliseconds(100))
    return CancellationError()
  }
}

extension TestClock: LocationTrackingClock {
  package func sleep(until deadline: Instant, tolerance: Duration?, at site: SourceSite)
    async throws
  {
    try await sleep(until: deadline, site: site)
  }
}

extension TestClock.State {
  /// Puts a task to sleep, unless its deadline has already passed or its sleep was cancelled.
  ///
  /// - Returns: `outcome` is `nil` if the task is asleep. Otherwise, it is the result that the
  ///   caller must immediately resume the task with. `waiters` contains the continuations of tasks
  ///   that were waiting for this many tasks to be asleep. The caller must resume these tasks, too.
  fileprivate mutating func begin(
    _ sleep: TestClock.Sleep,
    as id: SleeperQueue<TestClock.Sleep>.ID,
    until deadline: Duration
  ) -> (outcome: Result<Void, any Error>?, waiters: [Rendezvous.Continuation]) {
    if isStopped { _ = queue.cancel(id) }
    switch queue.begin(id, until: deadline, sleep) {
    case .asleep: return (nil, rendezvous.met(by: count))
    case .due: return (.success(()), [])
    case .cancelled: return (.failure(CancellationError()), [])
    }
  }
}

// MARK: - Waking

extension TestClock {
  /// Cancels the sleeps that satisfy `isIncluded`, and returns the tasks that were asleep. Each
  /// cancelled sleep throws a `CancellationError`.
  func cancelSleepers(where isIncluded: (Sleep) -> Bool) -> [Sleeper] {
    let left = state.withLock { state in
      let left = state.queue.sleepers.filter { isIncluded($0.payload) }
      for sleeper in left { _ = state.queue.cancel(sleeper.id) }
      return left
    }
    for sleeper in left { sleeper.payload.continuation.resume(throwing: CancellationError()) }
    return left.map { Sleeper($0.payload, until: $0.deadline) }
  }
}

extension [TestClock.Sleep] {
  /// Resumes the tasks whose sleeps are in this array, now that their deadlines have passed. Don't
  /// call this method while holding a lock, because the resumed code may need the same lock.
  func wake() { for sleep in self { sleep.continuation.resume() } }
}
