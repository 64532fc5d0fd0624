import Dependence
import DependenceHarness

extension Explorer {
  func explain(_ failed: Attempt, after explored: Int) async throws -> ReplayToken? {
    if failed.isRecorded || failed.record.isTruncated || failed.record.ending == .livelock {
      return showAsItIs(failed, after: explored)
    }
    let again = try await attempt(.choices(failed.record.choices))
    let difference = failed.record.difference(from: again.record)
    guard again.hasFailed, difference == nil else {
      let change = difference.map { "took another course when it was run again: \($0)" }
      report(
        """
        A schedule failed, and \(change ?? "did not when it was run again, step by step"). \
        \(Self.uncontrolled)\(Self.quote(failed.failures))
        """
      )
      return ReplayToken(failed.record)
    }
    var shrinker = Shrinker(failed.record)
    while let schedule = shrinker.next() {
      let attempt = try await attempt(schedule)
      shrinker.finish(with: attempt.record, hasFailed: attempt.hasFailed)
    }
    let best = shrinker.best
    let token = ReplayToken(best)
    let note = """
      in schedule \(explored) of \(door), made simpler in \(shrinker.runs) runs.\(Self.advice(token))
      \(TimelineText().draw(best))
      """
    // Once more for everybody to see.
    let shown = try await attempt(.choices(best.choices), note)
    if !shown.hasFailed {
      report(
        """
        A schedule failed, and did not when it was run once more.\(Self.quote(failed.failures)) It happened \
        \(note)
        """
      )
    }
    TimelineAttachment.record(shown.record)
    return token
  }

  /// Reports a schedule that is not run again: it has no end or a late one, or XCTest would record every run.
  func showAsItIs(_ failed: Attempt, after explored: Int) -> ReplayToken? {
    let record = failed.record
    let token = failed.schedule.seedToken ?? (record.isTruncated ? nil : ReplayToken(record))
    report(
      """
      \(failed.failures.joined(separator: " "))
      in schedule \(explored) of \(door).\(token.map(Self.advice) ?? " It is too long to be replayed.")
      \(TimelineText().draw(record.excerpt))
      """
    )
    TimelineAttachment.record(record)
    return token
  }

  private static func advice(_ token: ReplayToken) -> String {
    " Replay it with .replay(\"\(token)\") or \(ReplayToken.variable)=\(token)"
  }

  static func quote(_ failures: [String]) -> String {
    var seen: Set<String> = []
    let all = failures.filter { seen.insert($0).inserted }
    return all.isEmpty ? "" : " This went wrong: \(all.joined(separator: " "))"
  }

  static let uncontrolled = """
    Something decides that no schedule controls, such as the date, a random number, a thread, or state \
    that one run leaves to the next.
    """

  func report(_ message: String) {
    IssuePath.deliver(DependencyIssue(message, at: site), from: frame)
  }
}
