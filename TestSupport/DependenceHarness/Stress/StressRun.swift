public import Dependence

/// Stressed code while it runs, in waves.
struct StressRun: Sendable {
  /// The end of an iteration that did not return.
  private struct Failure: Sendable {
    let number: Int
    let error: any Error
  }

  /// After how many iterations that threw no more are started: the next ones would tell nothing new.
  static let failureLimit = 10

  let plan: StressPlan
  let site: SourceSite
  let frame: Frame
  let body: @Sendable (StressIteration) async throws -> Void
  private let failures: StressFailures

  init(
    plan: StressPlan,
    site: SourceSite,
    frame: Frame,
    body: @escaping @Sendable (StressIteration) async throws -> Void
  ) {
    self.plan = plan
    self.site = site
    self.frame = frame
    self.body = body
    failures = StressFailures(of: plan, in: frame)
  }

  /// Runs everything.
  ///
  /// - Throws: Only if this task was cancelled: what an iteration threw then, or a
  ///   `CancellationError` for those that did not run.
  func callAsFunction() async throws {
    defer { failures.deliver() }
    var errors = 0
    for wave in plan.waves {
      if Task.isCancelled { throw CancellationError() }
      if errors >= Self.failureLimit {
        failures.deliver()
        return report(stoppedAfter: errors, missing: plan.iterations + 1 - wave.lowerBound)
      }
      let failed = await run(wave)
      // They failed because of the cancellation, as far as anyone can tell.
      if Task.isCancelled, let first = failed.first {
        throw failed.first { !($0.error is CancellationError) }?.error ?? first.error
      }
      for failure in failed { report(failure) }
      errors += failed.count
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
    let iteration = StressIteration(number, seed: plan.seed.value)
    return await Frame.bind(scope) {
      await withIssueReporter(failures.reporter(in: number)) {
        var failure: Failure?
        do {
          try await StressIteration.$current.withValue(iteration) {
            let work: @concurrent @Sendable () async throws -> Void = {
              await gate.arrive()
              try await body(iteration)
            }
            // A runner may record failures without asking us.
            guard let owner else { return try await work() }
            try await owner.watching(
              { add($0, in: number, to: root) },
              including: { false },
              operation: work
            )
          }
        } catch {
          failure = Failure(number: number, error: error)
        }
        if let leftovers = root.finishAudits() { IssuePath.deliver(leftovers, from: .current) }
        root.close()
        return failure
      }
    }
  }

  /// Counts a failure that a runner is about to record, and reports it at the end of the stress test.
  private func add(
    _ failure: RunnerFailure,
    in iteration: Int,
    to root: DependencyRoot
  ) -> FailureFate {
    if failure.isKnown { return .kept }
    let issue = DependencyIssue(failure.text, kind: .assertion, at: failure.site ?? site)
    if failures.add(issue, in: iteration) { frame.root.test?.attach(root.failureNotes) }
    return .dropped
  }

  private func report(_ failure: Failure) {
    if frame.root.test?.hasRecorded(failure.error) == true { return }
    let message = "An iteration of stress threw \(failure.error)"
    failures.add(DependencyIssue(message, at: site), in: failure.number)
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
