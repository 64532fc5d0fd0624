/// Issues of a test process that no running test can be failed with.
///
/// They are printed at once, and they make the process fail when it exits, whatever the runner says.
package enum UnattributedIssues {
  /// Why no test could take an issue.
  package enum Reason: Sendable {
    /// No product that knows the running runner is linked.
    case noSink(linked: [String])
    /// The test that owns the scope has ended.
    case ended(test: String)
    /// The test case was being torn down, and its runner has nothing that comes after.
    case tearingDown(test: String)
    /// Nothing says which test it belongs to.
    case outsideTests
  }

  private struct State {
    var noted = 0
    /// What a runner was given and has not confirmed.
    var entrusted: [(receipt: Receipt, issue: DependencyIssue, test: String)] = []
    var confirmed = 0
    var nextReceipt: UInt64 = 0
    var isRegistered = false
    /// What looks for more when the process ends.
    var lastChecks: [@Sendable () -> Void] = []
  }

  private static let state = Lock(State())

  /// Prints `issue` and makes the process fail at exit.
  package static func note(_ issue: DependencyIssue, because reason: Reason) {
    System.writeToStandardError("\(issue.line)\n  \(explanation(of: reason))\n")
    state.withLock { $0.noted += 1 }
    judgeAtExit()
  }

  /// Runs `check` when the process exits; what it notes still makes the process fail.
  package static func checkAtExit(_ check: @escaping @Sendable () -> Void) {
    state.withLock { $0.lastChecks.append(check) }
    judgeAtExit()
  }

  private static func judgeAtExit() {
    let isFirst = state.withLock { state in
      defer { state.isRegistered = true }
      return !state.isRegistered
    }
    if isFirst { System.atExit { UnattributedIssues.judge() } }
  }

  /// Fails the process, if it has anything to be failed for.
  private static func judge() {
    for check in state.withLock({ $0.lastChecks }) { check() }
    let (noted, lost, confirmed) = state.withLock { state in
      (state.noted, state.entrusted, state.confirmed)
    }
    for (_, issue, test) in lost {
      System.writeToStandardError("\(issue.line)\n  \(explanation(of: .ended(test: test)))\n")
    }
    if noted + lost.count > 0 {
      System.writeToStandardError(
        "dependence: this test process fails: \(issues(noted + lost.count)) could not be recorded on "
          + "a running test (printed above where each happened)\n"
      )
    }
    if confirmed > 0 {
      System.writeToStandardError(
        "dependence: this test process fails: \(issues(confirmed)) from other tasks or threads came "
          + "to a test without the trait .dependencies, which may have ended by then\n"
      )
    }
    if noted + lost.count + confirmed > 0 { System.exitWithFailure() }
  }

  private static func issues(_ count: Int) -> String {
    count == 1 ? "1 issue" : "\(count) issues"
  }

  package static func explanation(of reason: Reason) -> String {
    switch reason {
    case .noSink(let linked):
      let missing = ["DependenceTesting", "DependenceXCTest"].filter { !linked.contains($0) }
      let advice =
        missing.count == 1
        ? "link the product \(missing[0]) too"
        : "link the product DependenceTesting (Swift Testing) or DependenceXCTest (XCTest)"
      return """
        The runner of this test process did not take this issue, so no test fails with it; the \
        process will. To fail the right test, \(advice) in the test target's dependencies.
        """
    case .ended(let test):
      return """
        It was reported through the scope of the test "\(test)", which has ended, so that test \
        cannot fail with it any more; the process will. Await, or cancel, the work before the test \
        returns.
        """
    case .tearingDown(let test):
      return """
        It was reported on another thread while the test "\(test)" was being torn down, so that test \
        does not fail with it; the process will. Let the test case inherit from DependencyTestCase, \
        which looks once more after tearDown.
        """
    case .outsideTests:
      return """
        It was reported outside any test, so no test fails with it; the process will. Work that \
        leaves its task must take its scope along: captureDependencies(), then yield.
        """
    }
  }
}

// MARK: - Issues that a runner may lose

extension UnattributedIssues {
  /// Stands for an issue that was handed to a runner, until that has recorded it.
  package struct Receipt: Sendable, Equatable {
    fileprivate let number: UInt64

    /// Says that the runner has the issue.
    ///
    /// The process fails all the same: a runner takes issues after its last test, too, and does not
    /// count them.
    package func confirm() {
      state.withLock { state in
        guard let index = state.entrusted.firstIndex(where: { $0.receipt == self }) else { return }
        state.entrusted.remove(at: index)
        state.confirmed += 1
      }
    }
  }

  /// Makes the process fail at exit, for an issue that a runner is given and may lose. It is printed
  /// then, unless it was confirmed.
  package static func entrust(_ issue: DependencyIssue, of test: String) -> Receipt {
    let receipt = state.withLock { state in
      let receipt = Receipt(number: state.nextReceipt)
      state.nextReceipt += 1
      state.entrusted.append((receipt, issue, test))
      return receipt
    }
    judgeAtExit()
    return receipt
  }
}
