import Dependence
import DependenceHarness

extension Explorer {
  /// Simplifies a failing schedule, and reports the simplest schedule that still fails.
  ///
  /// - Parameters:
  ///   - tried: The number of schedules tried, including the failing schedule.
  ///   - hasPassed: Whether at least one other schedule is known to have passed.
  /// - Returns: The replay token of the reported schedule, or `nil` if the run was too long for a
  ///   token.
  func explain(
    _ failed: RunResult,
    after tried: Int,
    hasPassed: Bool
  ) async throws -> ReplayToken? {
    if failed.isRecorded || failed.record.isTruncated || failed.record.ending == .livelock {
      return showAsItIs(failed, because: "Schedule \(tried) of \(apiName) failed.")
    }
    let repetition = try await repeated(failed)
    if let change = repetition.change {
      report(
        """
        A schedule failed, but \(change). \(Self.uncontrolled)\(Self.quote(failed.failures))
        """
      )
      return ReplayToken(failed.record)
    }
    // If no schedule has passed so far, the test may fail under every schedule. A simpler schedule
    // would then not help to find the cause, so there is no need to search for one.
    if !hasPassed, try await allOtherSchedulesFail(like: failed) {
      return try await showWithoutTimeline(failed)
    }
    var shrinker = Shrinker(failed.record)
    while let schedule = shrinker.next() {
      let result = try await run(schedule)
      shrinker.finish(with: result.record, hasFailed: result.hasFailed)
    }
    let best = shrinker.best
    let token = ReplayToken(best)
    let files = TimelineFiles(best, at: site)
    try await show(
      failed,
      best,
      note: """
        \(advice(token))
        Schedule \(tried) of \(apiName) failed. In \(shrinker.runs.counting("run")), it was shrunk to this schedule, \
        which still fails.\(repetition.note)
        \(TimelineText().drawForRunner(best))\(files.save())
        """
    )
    files.attach()
    return token
  }

  // The maximum number of times that a failed schedule is repeated. A failure that depends on
  // chance is unlikely to occur in all of these runs. For long runs, the total number of steps
  // limits the number of repetitions further.
  private static let mostRepetitions = 20
  private static let mostStepsOfRepetitions = 50_000

  /// Repeats a failed schedule several times, to check that the failure is reproducible. Stops
  /// early if a repetition differs from the failed run.
  ///
  /// - Returns: `change` describes a repetition that took different steps or did not fail, and is
  ///   `nil` if there was none. `note` is a text for the report about a repetition that took the
  ///   same steps but failed with different messages, and is empty if there was none.
  private func repeated(_ failed: RunResult) async throws -> (change: String?, note: String) {
    // Removes memory addresses from failure messages before they are compared, because objects have
    // different addresses in each run. The comparison ignores how often a message occurs. The
    // values of two runs may be released together, and the deinitializers of both may then report
    // the same issue.
    func comparable(_ failures: [String]) -> Set<String> {
      Set(failures.map { $0.replacing(/0x[0-9a-f]+/, with: "0x") })
    }
    let steps = max(1, failed.record.steps.count)
    for _ in 0..<max(1, min(Self.mostRepetitions, Self.mostStepsOfRepetitions / steps)) {
      let again = try await runWithShuffledHeap(.choices(failed.record.choices))
      if let difference = failed.record.difference(from: again.record) {
        return ("its repetition took different steps: \(difference)", "")
      }
      guard again.hasFailed else {
        return ("its repetition took the same steps and did not fail", "")
      }
      if comparable(failed.failures) != comparable(again.failures) {
        let note = """

          Its repetition failed differently. \(Self.uncontrolled)\(Self.quote(again.failures))
          """
        return (nil, note)
      }
    }
    return (nil, "")
  }

  /// Runs the simplest failing schedule (that of `best`) once more to report its failures, and
  /// appends `note` to each of them.
  private func show(_ failed: RunResult, _ best: RunRecord, note: String) async throws {
    OutputPipe.drain()
    let shown = try await run(.choices(best.choices), note)
    OutputPipe.drain()
    if !shown.hasFailed {
      report(
        """
        A schedule failed, but a later repetition did not. \(Self.uncontrolled)\(Self.quote(failed.failures))
        \(note)
        """
      )
    }
  }

  // MARK: - Failures that are not races

  private static let otherSchedules: UInt64 = 16

  /// Tries random schedules to find out whether the test fails regardless of the schedule. Returns
  /// `true` if all of them fail with the same message.
  ///
  /// The schedules use all strategies. Random walks, which choose each step at random, are not
  /// enough on their own: they switch between tasks so often that a common race may cause a failure
  /// in every run.
  private func allOtherSchedulesFail(like failed: RunResult) async throws -> Bool {
    for seed in 1...Self.otherSchedules {
      let strategy = Strategy.assigned(to: seed, length: failed.record.choices.count)
      let result = try await run(.random(strategy, seed: seed))
      guard result.hasFailed, result.failures.first == failed.failures.first else { return false }
    }
    return true
  }

  private func showWithoutTimeline(_ failed: RunResult) async throws -> ReplayToken {
    let token = ReplayToken(failed.record)
    try await show(
      failed,
      failed.record,
      note: """
        \(advice(token))
        This is probably not a race, because the first schedule that \(apiName) tried and \(Self.otherSchedules) random \
        schedules all failed in the same way. Debug it like any other test failure.
        """
    )
    return token
  }

  /// Reports a failed schedule without simplifying it or running it again. This is necessary if the
  /// run is too long or does not end, or if the search ends early. It is also necessary if the test
  /// runner itself recorded the failure, because it would also record the failures of any further
  /// run.
  func showAsItIs(_ failed: RunResult, because reason: String) -> ReplayToken? {
    let record = failed.record
    let recorded = record.isTruncated ? nil : ReplayToken(record)
    // A token with a seed is shorter than a token with all scheduling choices. However, only a
    // token with the choices can state that the schedule may advance virtual time while tasks are
    // ready to run.
    let seed = record.advancesTimeAnytime ? nil : failed.schedule.seedToken
    let token = seed ?? recorded
    let files = TimelineFiles(record, at: site)
    OutputPipe.drain()
    report(
      """
      \(failed.failures.joined(separator: " "))
      \(token.map(advice) ?? "The run has too many steps for a replay token.")
      \(reason)
      \(TimelineText().drawForRunner(record.excerpt))\(files.save())
      """
    )
    files.attach()
    return token
  }

  private func advice(_ token: ReplayToken) -> String {
    // XCTest has no traits, so the message suggests the trait `.replay` only if a trait started the
    // search.
    let replay =
      trait == nil ? "simulate(.replay(try ReplayToken(\"\(token)\")))" : ".replay(\"\(token)\")"
    return """
      Replay this schedule (order of tasks) with \(replay) or \(ReplayToken.variable)=\(token)
      """
  }

  static func quote(_ failures: [String]) -> String {
    var seen: Set<String> = []
    let all = failures.filter { seen.insert($0).inserted }
    return all.isEmpty
      ? "" : " \(all.count == 1 ? "Failure" : "Failures"): \(all.joined(separator: " "))"
  }

  static let uncontrolled = """
    The code depends on something that the schedule does not control, such as the date, a random number, the order of \
    a set, a hash value, a thread, state that an earlier run left behind, or an actor that another test uses at the \
    same time. Override such a dependency in the test, sort the elements of sets and dictionaries, create objects \
    inside the body, and add the trait .serialized to a suite whose tests share an actor.
    """

  static let outsideTests = """
    The search was started in code that belongs to no test, such as a detached task or a closure on a dispatch queue. \
    It would not notice a failed #expect, so nothing was run. Start the search in the test function.
    """

  func report(_ message: String) {
    IssuePath.deliver(DependencyIssue(message, at: site), from: frame)
  }
}
