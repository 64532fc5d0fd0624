package import Dependence

/// A check that at least one run of a repeated test uses the object, such as a spy, that each run
/// creates at a certain source location.
///
/// A single run, such as an iteration of a stress test, may take a path on which it does not use
/// its object. An issue is therefore reported only if no run uses its object, and only once for the
/// whole test.
package final class RepetitionAudit: RootAudit {
  private struct State {
    var isUsed = false
    /// The message from the run that ended last. It is reported if no run uses its object.
    var finding: String?
  }

  private let name: String
  private let site: SourceSite
  private let state = Lock(State())

  fileprivate init(of name: String, at site: SourceSite) { (self.name, self.site) = (name, site) }

  fileprivate func isEqual(to other: RepetitionAudit) -> Bool {
    name == other.name && site == other.site
  }

  /// Records that one of the checked objects, such as a spy, was used, either by the run that
  /// created it or by code after the runs.
  package func noteUse() { state.withLock { $0.isUsed = true } }

  /// Records that a run has ended. Do not call this method for a run that ended early, because such
  /// a run may not have reached the code that uses its object.
  ///
  /// - Parameter finding: The message to report if no run uses its object.
  fileprivate func noteEnd(finding: String) { state.withLock { $0.finding = finding } }

  package func finish(_ root: DependencyRoot) -> [DependencyIssue] {
    let state = state.withLock { $0 }
    guard !root.hasEndedEarly, !state.isUsed, let finding = state.finding else { return [] }
    return [DependencyIssue(finding, kind: .leftover, at: site)]
  }
}

extension DependencyRoot {
  /// Returns the check that all runs of a repeated test share for the objects, such as spies, that
  /// they create with the given name at `site`. Returns `nil` if this root does not belong to a run
  /// of a repeated test, or if the environment variable `DEPENDENCE_AUDIT` is not `1`.
  package func repetitionAudit(of name: String, at site: SourceSite) -> RepetitionAudit? {
    guard ProcessContext.current.isAudited, part != nil, let wholeTest else { return nil }
    let audit = RepetitionAudit(of: name, at: site)
    return wholeTest.add(audit) { $0.isEqual(to: audit) }
  }

  /// Returns an issue, in an array, about an object, such as a spy, that the test created but did
  /// not use. Call this method at the end of a test or run that has not used the object.
  ///
  /// The array is empty unless the environment variable `DEPENDENCE_AUDIT` is `1`. It is also empty
  /// in a run of a repeated test, such as a stress test, because the whole test is checked when it
  /// ends. A test that threw an error, was skipped, or was cancelled is not checked, because it may
  /// not have reached the code that uses the object.
  ///
  /// - Parameters:
  ///   - message: The message of the issue.
  ///   - finding: The message to report at the end of a repeated test if no run uses its object.
  ///   - repetitions: The check that the runs of a repeated test share for this object.
  package func unusedFinding(
    _ message: String,
    ofRepeatedTest finding: String,
    _ repetitions: RepetitionAudit?,
    at site: SourceSite
  ) -> [DependencyIssue] {
    guard ProcessContext.current.isAudited, !hasEndedEarly else { return [] }
    repetitions?.noteEnd(finding: finding)
    guard repetitions == nil, part == nil else { return [] }
    return [DependencyIssue(message, kind: .leftover, at: site)]
  }

  /// The dependency root of the whole test. It differs from this root if this root belongs to a
  /// single run of a repeated test. The value is `nil` if this root belongs to another part of a
  /// test. For example, a rehearsal calls the factories of modules to validate them, and has a root
  /// of its own.
  var wholeTest: DependencyRoot? {
    var root = self
    while root.part != nil {
      guard let predecessor = root.predecessor else { return nil }
      root = predecessor
    }
    return root
  }
}
