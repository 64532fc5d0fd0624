import Dependence
import DependenceHarness

/// A reporter that collects the issues of one run, and passes them on only if the run is shown to
/// the user. A search makes many runs, but shows only one: it runs the shrunk schedule a last time.
/// The issues of all other runs stay hidden.
final class RunReporter: IssueReporter {
  private struct Noted: Sendable {
    var failures: [String] = []
    /// The distinct messages of failures that a `withKnownIssue` call expects.
    var known: [String] = []
    var hasDetachedFailure = false
    /// Whether the run's result has been determined, so that later failures cannot change it.
    var isOver = false
    /// The dependency root of the run. It is released when the run has ended.
    weak var root: DependencyRoot?
    /// The summaries of the run's failure notes, set when the run has ended.
    var summaries: [String] = []
    /// The number of failures that the test runner had recorded before the run's dependency values
    /// were released, or `nil` if it does not count failures.
    var recordedBeforeRelease: Int?
    /// Whether the run failed before its dependency values were released.
    var hasFailedBeforeRelease = false
  }

  private let addition: String?
  private let scope: Frame
  private let noted = Lock(Noted())

  init(_ addition: String?, scope: Frame) {
    self.addition = addition
    self.scope = scope
  }

  /// Begins a run whose dependencies `root` stores.
  func begin(_ root: DependencyRoot) { noted.withLock { $0.root = root } }

  /// Keeps the failure notes of a run that has ended, for issues that are reported while its `root`
  /// is released.
  func end(_ root: DependencyRoot) {
    let recorded = scope.root.test?.failureCount
    noted.withLock { noted in
      noted.summaries = root.noteSummaries
      noted.hasFailedBeforeRelease = !noted.failures.isEmpty
      noted.recordedBeforeRelease = recorded
    }
  }

  /// Whether the run failed before its dependency values were released. Failures in the
  /// deinitializers of these values do not count.
  ///
  /// - Parameter recorded: The number of failures that the test runner had recorded before the run.
  func hasFailedBeforeRelease(after recorded: Int?) -> Bool {
    noted.withLock { $0.hasFailedBeforeRelease || $0.recordedBeforeRelease != recorded }
  }

  /// Returns the run's failures. Later issues are reported outside the run, because they can no
  /// longer affect its result.
  func takeFailures() -> [String] {
    noted.withLock { noted in
      noted.isOver = true
      return noted.failures
    }
  }

  /// The distinct messages of the failures that a `withKnownIssue` call expects.
  var knownFailures: [String] { noted.withLock(\.known) }

  /// Whether an expectation has failed in a detached task in the run. If so, the test runner has
  /// recorded the failure, even if this run's failures should be hidden.
  var hasDetachedFailure: Bool { noted.withLock(\.hasDetachedFailure) }

  func note(_ failure: String) { noted.withLock { $0.failures.append(failure) } }

  /// The text to append to each failure of this run, or `nil` if the run's failures are hidden.
  private var note: String? {
    addition.map { addition in
      let (root, summaries) = noted.withLock { ($0.root, $0.summaries) }
      return ([addition] + (root?.noteSummaries ?? summaries)).joined(separator: "\n")
    }
  }

  func report(_ issue: DependencyIssue) -> Bool {
    // If possible, pass the issue to the test runner. The runner checks whether a `withKnownIssue`
    // call expects the issue, and then calls `handle`.
    let owner = addition == nil ? scope.root.test : nil
    let isForRunner = owner?.isRunningHere == true
    let isLate = noted.withLock { noted in
      if !noted.isOver, !isForRunner { noted.failures.append(issue.message) }
      return noted.isOver
    }
    if isLate {
      // Ignore the issue if its task was stopped by a simulated crash. Such a task runs to its end
      // only so that its memory can be freed.
      if SimulationCore.current?.isRunningStoppedTask != true {
        IssuePath.deliver(issue, from: scope)
      }
      return true
    }
    if isForRunner, let owner { return owner.receive(issue) }
    guard let note else { return true }
    var issue = issue
    issue.message += "\n\(note)"
    IssuePath.deliver(issue, from: scope)
    return true
  }

  func handle(_ failure: RunnerFailure) -> FailureHandling {
    if SimulationCore.current?.isRunningStoppedTask == true { return .dropped }
    if let addition, failure.text.contains(addition) { return .kept }
    let isLate = noted.withLock { noted in
      if noted.isOver { return true }
      if failure.isKnown {
        if !noted.known.contains(failure.text) { noted.known.append(failure.text) }
      } else {
        noted.failures.append(failure.text)
        noted.hasDetachedFailure = noted.hasDetachedFailure || failure.isDetached
      }
      return false
    }
    if isLate { return .kept }
    return note.map(FailureHandling.annotated) ?? .dropped
  }
}
