#if LINKS_XCTEST
import DependenceXCTest
import XCTest

/// Mistakes that the harness has to notice in the library's base class.
final class HarnessCase: DependencyTestCase {
  override var dependencyDiagnostics: DependencyDiagnostics { [.strict, .unusedOverrides] }

  override class func tearDown() { TestFailure.makeAfterTests(in: "HarnessCase") }

  func testReports() async {
    await TestFailure.make(in: "HarnessCase")
  }
}
#endif
