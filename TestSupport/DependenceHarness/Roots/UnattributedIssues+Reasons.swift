package import Dependence

extension UnattributedIssues {
  /// Advice for an issue in code that a test may have started without passing along its scope.
  package static let captureAdvice = """
    If a test started the code in a detached task, on a queue or on a thread, the code inherits neither the scope nor the \
    overrides of the test. In this case, call captureDependencies() in the task of the test, for example in an \
    initializer, and run the work with its method run.
    """

  /// A reason that an issue cannot be recorded on a test. Such an issue makes the test process fail
  /// instead.
  package enum Reason: Sendable {
    case ended(test: String)
    /// The issue was reported during a test, but the process exited before it could be recorded on
    /// that test.
    case exited(test: String)
    /// The issue was reported while the test runner was preparing a test, for example while it was
    /// evaluating the test's arguments. The runner cannot record issues at that point.
    case preparing(test: String)
    /// The issue was reported in a scope that a trait entered around a suite, but not in the task
    /// of any test in that suite.
    case inSuite(String)
    /// The issue occurred while the test case was being torn down, too late for the test runner to
    /// record it.
    case tearingDown(test: String)
    /// The issue was reported by code that does not run in the scope of any test. Either the code
    /// runs before or after the tests, or a test started it without passing along the test's scope,
    /// for example in a detached task.
    case outsideTests
    /// The issue was reported before the first test began, so it cannot be attributed to a test.
    case beforeTests

    package var explanation: String {
      switch self {
      case .ended(let test):
        """
        This issue was reported in the scope of the test "\(test)", which has ended, so the test process fails instead \
        of the test. Await the work, or cancel and await it, before the test returns.
        """
      case .exited(let test):
        """
        This issue was reported during the test "\(test)". The process exited before the test ended, so the test process \
        fails instead of the test.
        """
      case .preparing(let test):
        """
        This issue was reported before the test "\(test)" began, for example by its arguments or by the condition of a \
        trait. Swift Testing ignores issues at that time, so the test process fails instead of the test. Use \
        dependencies only while a test runs.
        """
      case .inSuite(let suite):
        """
        This issue was reported in the scope that a trait has entered around the suite "\(suite)", and not in the task of a \
        test, so the test process fails instead of a test. Await the work, or cancel and await it, before the scope of the \
        trait ends.
        """
      case .tearingDown(let test):
        """
        This issue occurred while the test "\(test)" was being torn down. XCTest accepts no more failures at that time, \
        so the test process fails instead of the test. Let the test case inherit from DependencyTestCase, which checks \
        for such issues again after tearDown.
        """
      case .outsideTests:
        """
        This issue was reported outside all tests, so the test process fails, even if all tests pass. If the code runs \
        before or after the tests, as the arguments of traits and the class methods setUp and tearDown of XCTest do, \
        correct it, or move it into a test. \(captureAdvice)
        """
      case .beforeTests:
        """
        This issue was reported before the first test began, so the test process fails instead of a test. XCTest \
        creates all test cases, with their stored properties, before it runs the first test. Declare such a property as \
        a lazy var, or assign it in setUp.
        """
      }
    }

    /// Returns a copy of `issue` whose advice fits this reason. If the issue was reported outside
    /// any test, the copy omits advice that applies only to code in a test.
    package func adapted(_ issue: DependencyIssue) -> DependencyIssue {
      if case .outsideTests = self { issue.outsideTests } else { issue }
    }
  }

  /// Prints an issue that cannot be recorded on a test, and makes the process fail when it exits.
  /// Does nothing if the process only lists its tests.
  package static func note(_ issue: DependencyIssue, because reason: Reason) {
    note(reason.adapted(issue), because: reason.explanation)
  }

  /// Prints an issue that the test runner may ignore, makes the process fail when it exits, and
  /// then calls `record`, which passes the issue to the test runner. ``isNoted`` is `true` during
  /// that call.
  package static func note(
    _ issue: DependencyIssue,
    because reason: Reason,
    recording record: () -> Void
  ) {
    // Make the process fail first, because it may exit while the issue is being recorded.
    note(issue, because: reason)
    $isNoted.withValue(true, operation: record)
  }

  /// Whether an issue that already makes the process fail is being passed to the test runner. Code
  /// that observes the issues of the test runner must not count it again.
  @TaskLocal package static var isNoted = false
}
