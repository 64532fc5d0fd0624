package import Dependence

extension UnattributedIssues {
  /// A reason why no test could take an issue.
  package enum Reason: Sendable {
    case ended(test: String)
    /// The test case was being torn down, and its runner has nothing that comes after.
    case tearingDown(test: String)
    /// Nothing says which test it belongs to.
    case outsideTests
    /// The tests had yet to begin, and nothing says whose it is.
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
        It was reported outside any test, so no test fails with it; the process will. Work that \
        leaves its task must take its scope along: captureDependencies(), then yield.
        """
      case .beforeTests:
        """
        It was reported before the first test began, so no test fails with it; the process will. XCTest \
        makes the stored properties of test cases at discovery: declare each as a lazy var, or assign it \
        in setUp.
        """
      }
    }
  }

  /// Prints `issue` and makes the process fail at exit; nothing, where tests are only listed.
  package static func note(_ issue: DependencyIssue, because reason: Reason) {
    note(issue, because: reason.explanation)
  }
}
