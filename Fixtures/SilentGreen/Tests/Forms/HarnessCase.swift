#if LINKS_XCTEST
import DependenceXCTest
import XCTest

/// Errors that the harness must detect in a test case with the library's base class.
final class HarnessCase: DependencyTestCase {
  override var dependencyDiagnostics: DependencyDiagnostics { [.strict, .unusedOverrides] }

  override class func tearDown() { TestFailure.makeAfterTests(in: "HarnessCase") }

  func testReports() async {
    await TestFailure.make(in: "HarnessCase")
  }
}
#endif
