package import Dependence

extension UnattributedIssues {
  /// A reason why an issue could not be recorded on a test.
  package enum Reason: Sendable {
    case ended(test: String)
    /// The test case was being torn down, when its runner can no longer record issues.
    case tearingDown(test: String)
    /// The issue was reported outside all tests.
    case outsideTests
    /// The issue was reported before the first test began, so it is not known which test caused it.
    case beforeTests

    package var explanation: String {
      switch self {
      case .ended(let test):
        """
        It was reported through the scope of the test "\(test)", which has ended, so that test \
        cannot fail with it any more; the process will. Await, or cancel, the work before the test \
        returns.
        """
      case .tearingDown(let test):
        """
        It was reported on another thread while the test "\(test)" was being torn down, so that test \
        does not fail with it; the process will. Let the test case inherit from DependencyTestCase, \
        which looks once more after tearDown.
        """
      case .outsideTests:
        """
        It was reported outside any test, so no test fails with it; the process will. A detached task, \
        a queue and a thread do not have the scope of the test that started them, nor its overrides. \
        Call captureDependencies() in the test's own task, and run in the other one.
        """
      case .beforeTests:
        """
        It was reported before the first test began, so no test fails with it; the process will. XCTest \
        makes the stored properties of test cases at discovery: declare each as a lazy var, or assign it \
        in setUp.
        """
      }
    }

    /// Returns a copy of the issue without advice that does not apply for this reason.
    package func adapted(_ issue: DependencyIssue) -> DependencyIssue {
      if case .outsideTests = self { issue.outsideTests } else { issue }
    }
  }

  /// Prints `issue` and makes the process fail when it exits, unless the process only lists its
  /// tests.
  package static func note(_ issue: DependencyIssue, because reason: Reason) {
    note(reason.adapted(issue), because: reason.explanation)
  }
}
