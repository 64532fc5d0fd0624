import Dependence

/// Stressed code while it runs.
///
/// It runs in waves: as many iterations as may run at a time start together, and when all of them have
/// ended the next ones do.
struct StressRun: Sendable {
  /// How an iteration ended that did not return.
  private struct Failure: Sendable {
    let number: Int
    let error: any Error
    /// The scope of the iteration.
    let frame: Frame
  }

  /// After how many iterations that threw no more are started: the next ones would tell nothing new.
  static let failureLimit = 10

  let plan: StressPlan
  let site: SourceSite
  /// The scope around the run.
  let frame: Frame
  let body: @Sendable (StressIteration) async throws -> Void

  /// Runs everything.
  ///
  /// - Throws: Only if this task was cancelled: what an iteration threw then, or a
  ///   `CancellationError` for those that did not run.
  func callAsFunction() async throws {
    var failures = 0
    for wave in plan.waves {
      if Task.isCancelled { throw CancellationError() }
      if failures >= Self.failureLimit {
        return report(stoppedAfter: failures, missing: plan.iterations + 1 - wave.lowerBound)
      }
      let failed = await run(wave)
      // They failed because of the cancellation, as far as anyone can tell.
      if Task.isCancelled, let first = failed.first {
        throw failed.first { !($0.error is CancellationError) }?.error ?? first.error
      }
      for failure in failed { report(failure) }
      failures += failed.count
    }
  }

  private func run(_ wave: Range<Int>) async -> [Failure] {
    let gate = StartingGate(for: wave.count)
    let failures = await withTaskGroup(of: Failure?.self) { group in
      for number in wave {
        group.addTask(name: plan.name(of: number)) { await run(number, from: gate) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    return failures.compactMap(\.self).sorted { $0.number < $1.number }
  }

  /// Runs one iteration in a root of its own, and ends that.
  private func run(_ number: Int, from gate: StartingGate) async -> Failure? {
    let owner = frame.root.owner
    let root = DependencyRoot(owner: owner, part: plan.name(of: number))
    let scope = frame.rebased(onto: RootFrame(root))
    let note = plan.note(for: number)
    let iteration = StressIteration(number, seed: plan.seed.value)
    return await Frame.bind(scope) {
      await withIssueReporter(IssueNote(text: note, scope: scope)) {
        var failure: Failure?
        do {
          try await StressIteration.$current.withValue(iteration) {
            try await owner.annotating(note) {
              await gate.arrive()
              try await body(iteration)
            }
          }
        } catch {
          failure = Failure(number: number, error: error, frame: .current)
        }
        if let leftovers = root.finishAudits() { IssuePath.deliver(leftovers, from: .current) }
        root.close()
        return failure
      }
    }
  }

  private func report(_ failure: Failure) {
    if frame.root.owner?.hasRecorded(failure.error) == true { return }
    let message = "An iteration of stress threw \(failure.error)"
    IssuePath.deliver(DependencyIssue(message, at: site), from: failure.frame)
  }

  private func report(stoppedAfter failures: Int, missing: Int) {
    let message = """
      stress stopped after \(failures) iterations had thrown: \(missing) of \(plan.iterations) were \
      not run (\(plan.advice))
      """
    IssuePath.deliver(DependencyIssue(message, at: site), from: frame)
  }
}

extension Optional<any RootOwner> {
  /// Runs `operation` with a note on what the runner records in it, where there is one to do so.
  @concurrent
  fileprivate func annotating(
    _ note: String,
    operation: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard let self else { return try await operation() }
    try await self.annotating(note, operation: operation)
  }
}
