public import Dependence

/// Stressed code while it runs, in waves.
struct StressRun: Sendable {
  /// The end of an iteration that did not return.
  private struct Failure: Sendable {
    let number: Int
    let error: any Error
    let frame: Frame
  }

  /// After how many iterations that threw no more are started: the next ones would tell nothing new.
  static let failureLimit = 10

  let plan: StressPlan
  let site: SourceSite
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
    let owner = frame.root.test
    let root = DependencyRoot(owner: frame.root.owner, part: plan.name(of: number))
    let scope = frame.rebased(onto: RootFrame(root))
    let note = plan.note(for: number)
    let iteration = StressIteration(number, seed: plan.seed.value)
    return await Frame.bind(scope) {
      await withIssueReporter(IssueNote(text: note, scope: scope)) {
        var failure: Failure?
        do {
          try await StressIteration.$current.withValue(iteration) {
            let work: @concurrent @Sendable () async throws -> Void = {
              await gate.arrive()
              try await body(iteration)
            }
            // A runner may record failures without asking us.
            guard let owner else { return try await work() }
            try await owner.annotating(note, operation: work)
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
    if frame.root.test?.hasRecorded(failure.error) == true { return }
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

/// One run of stressed code.
public struct StressIteration: Sendable {
  /// The iteration's number, from 1.
  public let number: Int
  /// The seed of the whole run.
  public let seed: UInt64
  /// Numbers for this iteration alone. Copy it into a variable to draw from it.
  public var random: SeededRandomNumberGenerator

  init(_ number: Int, seed: UInt64) {
    self.number = number
    self.seed = seed
    // Not `seed + number`: neighbours would be handed the same numbers, shifted by one.
    var spread = SeededRandomNumberGenerator(seed: UInt64(number))
    random = SeededRandomNumberGenerator(seed: seed ^ spread.next())
  }

  /// The iteration of this task, for tests with the trait `.stress`; nil outside and in detached tasks.
  @TaskLocal public static var current: StressIteration?
}

/// Adds to every issue of a scope where in a test it comes from, and passes it on.
struct IssueNote: IssueReporter {
  let text: String
  /// The scope that the issue would have gone to.
  let scope: Frame

  func report(_ issue: DependencyIssue) -> Bool {
    var issue = issue
    issue.message += " (\(text))"
    IssuePath.deliver(issue, from: scope)
    return true
  }
}
