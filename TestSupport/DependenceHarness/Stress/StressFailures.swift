import Dependence

/// The failures of a stress test. Equal failures from different iterations are combined.
final class StressFailures: Sendable {
  private struct Group: Sendable {
    var issue: DependencyIssue
    /// The numbers of the iterations in which this failure occurred.
    var iterations: Set<Int>
    /// The summaries of the failure notes of the first of these iterations.
    var notes: [String]
  }

  private struct Key: Hashable {
    let message: String
    let site: SourceSite
  }

  private struct State {
    var groups: [Group] = []
    var indices: [Key: Int] = [:]
    /// Whether the collected failures have already been reported. If so, each new failure is
    /// reported immediately.
    var isDelivered = false
  }

  private static let mostGroups = 20
  private let plan: StressPlan
  private let frame: Frame
  private let state = Lock(State())

  /// Creates a collection that contains no failures yet.
  ///
  /// - Parameter frame: The scope of the test that the failures are reported for.
  init(of plan: StressPlan, in frame: Frame) { (self.plan, self.frame) = (plan, frame) }

  /// Adds a failure that occurred in the given iteration. If the collected failures have already
  /// been reported, reports the new failure immediately instead. When the stress test's first
  /// failure is added, this method also attaches the iteration's failure notes, such as random
  /// seeds, to the test. The notes are stored in `root`, the iteration's dependency root.
  func add(_ issue: DependencyIssue, in iteration: Int, of root: DependencyRoot) {
    let notes = root.noteSummaries
    let isFirst: Bool? = state.withLock { state in
      if state.isDelivered { return nil }
      let key = Key(message: issue.message, site: issue.site)
      if let index = state.indices[key] {
        if state.groups[index].iterations.allSatisfy({ iteration < $0 }) {
          state.groups[index].notes = notes
        }
        state.groups[index].iterations.insert(iteration)
        return false
      }
      state.indices[key] = state.groups.count
      state.groups.append(Group(issue: issue, iterations: [iteration], notes: notes))
      return state.groups.count == 1
    }
    guard let isFirst else {
      let note = plan.note(for: iteration)
      // The note contains the iteration and the seed. If the issue is recorded in one of the
      // iteration's tasks, the test runner passes it to this method a second time. The message then
      // already contains the note, so do not add the note again.
      if issue.message.contains(note) { return IssuePath.deliver(issue, from: frame) }
      return deliver(issue, note: note, notes)
    }
    if isFirst { frame.root.test?.attach(root.failureNotes, of: root.part) }
  }

  private func deliver(_ issue: DependencyIssue, note: String, _ notes: [String]) {
    var issue = issue
    issue.message = ([issue.message + " (\(note))"] + notes).joined(separator: "\n")
    IssuePath.deliver(issue, from: frame)
  }

  /// Reports each distinct failure once, along with the number of iterations it occurred in and the
  /// first of them.
  func deliver() {
    let groups = state.withLock { state in
      defer { (state.groups, state.isDelivered) = ([], true) }
      return state.groups
    }
    for group in groups.prefix(Self.mostGroups) {
      let count = group.iterations.count
      let note = plan.note(for: group.iterations.min() ?? 0)
      deliver(
        group.issue,
        note: count == 1
          ? note
          : "in \(count) of \(plan.iterations) iterations, first \(note)",
        group.notes
      )
    }
    let omitted = groups.count - Self.mostGroups
    guard omitted > 0, let last = groups.last else { return }
    let message = """
      \(omitted) more different \(omitted == 1 ? "failure" : "failures") of the stress test \
      \(omitted == 1 ? "is" : "are") not shown (\(plan.advice))
      """
    IssuePath.deliver(DependencyIssue(message, at: last.issue.site), from: frame)
  }
}

/// An issue reporter that adds one iteration's issues to the stress test's failures.
final class IterationReporter: IssueReporter {
  /// The issue that this library is passing to the test runner in the current task, or `nil` if
  /// there is none. The runner may pass its own copy of the issue back to the stress test. The
  /// stress test then uses this value instead, because the copy lacks information such as the
  /// issue's kind.
  @TaskLocal static var issueBeingRecorded: DependencyIssue?

  private let failures: StressFailures
  private let iteration: Int
  private let root: DependencyRoot
  /// Whether the stress test is intercepting failures that the test runner is about to record. It
  /// does so only while the iteration runs.
  let isWatched = Lock(false)

  init(failures: StressFailures, iteration: Int, root: DependencyRoot) {
    (self.failures, self.iteration, self.root) = (failures, iteration, root)
  }

  func report(_ issue: DependencyIssue) -> Bool {
    root.countIssue()
    // If possible, pass the issue to the test runner, which checks whether a `withKnownIssue` call
    // expects it. If none does, the runner passes the issue back to the stress test, which adds it
    // to its failures.
    if isWatched.withLock(\.self), let owner = root.test, owner.isRunningHere {
      return Self.$issueBeingRecorded.withValue(issue) { owner.receive(issue) }
    }
    failures.add(issue, in: iteration, of: root)
    return true
  }
}
