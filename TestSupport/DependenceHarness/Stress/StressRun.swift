public import Dependence

/// One execution of a stress test. Its iterations run in waves, which are groups of iterations that
/// start at the same time.
struct StressRun: Sendable {
  /// An iteration that threw an error.
  private struct Failure: Sendable {
    let number: Int
    let error: any Error
    let root: DependencyRoot
    /// Whether the iteration was cancelled before it threw the error.
    let wasCancelled: Bool
  }

  /// The number of failed iterations after which the stress test starts no more waves.
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

  /// Runs all iterations and reports their failures.
  ///
  /// - Throws: An error only if the current task is cancelled: either an error that an iteration
  ///   threw after the cancellation, or a `CancellationError`.
  func callAsFunction() async throws {
    defer { failures.deliver() }
    var errors = 0
    for wave in plan.waves {
      if Task.isCancelled { throw CancellationError() }
      if errors >= Self.failureLimit {
        failures.deliver()
        return report(stoppedAfter: errors, missing: plan.iterations - wave.lowerBound + 1)
      }
      let failed = await run(wave)
      // Errors thrown after the cancellation were probably caused by it, so throw one of them
      // instead of reporting them as failures. Report only errors thrown before the cancellation.
      if Task.isCancelled, !failed.isEmpty {
        reportSkip(by: failed)
        let late = failed.filter(\.wasCancelled).map(\.error)
        for failure in failed where !failure.wasCancelled && !(failure.error is CancellationError) {
          report(failure)
        }
        throw late.first { !($0 is CancellationError) } ?? CancellationError()
      }
      for failure in failed { report(failure) }
      errors += failed.count
    }
  }

  private func run(_ wave: ClosedRange<Int>) async -> [Failure] {
    let gate = StartingGate(for: wave.count)
    let failures = await withTaskGroup(of: Failure?.self) { group in
      for number in wave {
        group.addTask(name: plan.name(of: number)) { await run(number, from: gate) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    return failures.compactMap(\.self).sorted { $0.number < $1.number }
  }

  /// Runs one iteration with its own dependency root, so that it computes its own default values,
  /// and closes the root afterward. Returns the iteration's failure, or `nil` if it threw no error.
  private func run(_ number: Int, from gate: StartingGate) async -> Failure? {
    let owner = frame.root.test
    let root = DependencyRoot(owner: frame.root.owner, part: plan.name(of: number))
    let scope = frame.copied(onto: RootFrame(root))
    root.setTestScope(scope)
    let iteration = StressIteration(number, seed: plan.seed.value)
    let reporter = IterationReporter(failures: failures, iteration: number, root: root)
    return await Frame.bind(scope) {
      await withIssueReporter(reporter) {
        var failure: Failure?
        do {
          try await StressIteration.$current.withValue(iteration) {
            let work: @concurrent @Sendable () async throws -> Void = {
              await gate.arrive()
              try await body(iteration)
            }
            // The test runner would record some failures directly, such as a failed `#expect`.
            // Intercept them so that equal failures from different iterations can be combined.
            guard let owner else { return try await work() }
            defer { reporter.isWatched.withLock { $0 = false } }
            reporter.isWatched.withLock { $0 = true }
            try await owner.watching(
              { add($0, in: number, to: root) },
              including: { false },
              operation: work
            )
          }
        } catch {
          failure = Failure(
            number: number,
            error: error,
            root: root,
            wasCancelled: Task.isCancelled
          )
        }
        if failure != nil || Task.isCancelled { root.noteEarlyEnd() }
        if let leftovers = root.end() { IssuePath.deliver(leftovers, from: .current) }
        return failure
      }
    }
  }

  /// Collects a failure that the test runner is about to record, and returns `.dropped` so that the
  /// runner does not record it. The failure is reported when the stress test ends. Known issues are
  /// not collected: for them, this method returns `.kept` so that the runner records them.
  private func add(
    _ failure: RunnerFailure,
    in iteration: Int,
    to root: DependencyRoot
  ) -> FailureHandling {
    if failure.isKnown { return .kept }
    let issue =
      IterationReporter.issueBeingRecorded
      ?? DependencyIssue(failure.text, kind: .assertion, at: failure.site ?? site)
    failures.add(issue, in: iteration, of: root)
    return .dropped
  }

  private func report(_ failure: Failure) {
    if frame.root.test?.hasRecorded(failure.error) == true { return }
    let message = "An iteration of stress threw \(failure.error)"
    failures.add(DependencyIssue(message, at: site), in: failure.number, of: failure.root)
  }

  /// Reports an issue if an iteration has cancelled the test, for example with Swift Testing's
  /// `Test.cancel`. Without the issue, the test would count as skipped, although some iterations
  /// ran and others did not.
  ///
  /// No issue is reported if the first iteration cancels the test. Every run of the stress test
  /// begins with this iteration, so the test is then skipped in each of them. No issue is reported
  /// either if another iteration has cancelled the first one, because it is unknown whether the
  /// first one would also have cancelled the test.
  private func reportSkip(by failed: [Failure]) {
    if failed.contains(where: { $0.number == 1 && $0.wasCancelled }) { return }
    let skips = failed.filter { frame.root.test?.isSkipped(by: $0.error) == true }.map(\.number)
    guard let first = skips.min() else { return }
    let message = """
      The body of stress cancelled the test in \(plan.name(of: first)), so the remaining iterations did not run. To \
      skip a test, cancel it before the stress test. To end only one iteration, return from the body.
      """
    IssuePath.deliver(DependencyIssue(message, at: site), from: frame)
  }

  private func report(stoppedAfter failures: Int, missing: Int) {
    let message = """
      stress stopped after \(failures) iterations had thrown errors. It did not run \(missing) of \(plan.iterations) \
      iterations (\(plan.advice))
      """
    IssuePath.deliver(DependencyIssue(message, at: site), from: frame)
  }
}

/// One iteration of a stress test, with its own random number generator.
public struct StressIteration: Sendable {
  /// The position of this iteration in the stress test, starting at 1.
  public let number: Int
  /// The seed of the whole stress test.
  public let seed: UInt64
  /// A random number generator for this iteration. Copy it into a variable to generate numbers,
  /// because generating a number mutates the generator.
  public var random: SeededRandomNumberGenerator

  init(_ number: Int, seed: UInt64) {
    self.number = number
    self.seed = seed
    // Scramble the iteration number before combining it with the seed. If the number were simply
    // added to the seed, consecutive iterations would get the same random numbers, shifted by one.
    var spread = SeededRandomNumberGenerator(seed: UInt64(number))
    random = SeededRandomNumberGenerator(seed: seed ^ spread.next())
  }

  /// The iteration that the current task runs in, or `nil` outside stress tests and in detached
  /// tasks. Use this property in tests with the trait `.stress`, which do not receive the iteration
  /// as an argument.
  @TaskLocal public static var current: StressIteration?
}
