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
    /// Nothing says which test it belongs to.
    case outsideTests
  }

  private static let count = Lock(0)

  /// Prints `issue` and makes the process fail at exit.
  package static func note(_ issue: DependencyIssue, because reason: Reason) {
    System.writeToStandardError("\(issue.line)\n  \(explanation(of: reason))\n")
    failAtExit()
  }

  /// Makes the process fail at exit, for an issue that a runner was given but may lose.
  package static func failAtExit() {
    let isFirst = count.withLock { count in
      count += 1
      return count == 1
    }
    guard isFirst else { return }
    System.atExit {
      let count = UnattributedIssues.count.withLock { $0 }
      System.writeToStandardError(
        "dependence: this test process fails: \(count) \(count == 1 ? "issue" : "issues") could not "
          + "be recorded on a running test (printed above where each happened)\n"
      )
      System.exitWithFailure()
    }
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
    case .outsideTests:
      return """
        It was reported outside any test, so no test fails with it; the process will. Work that \
        leaves its task must take its scope along: captureDependencies(), then yield.
        """
    }
  }
}
