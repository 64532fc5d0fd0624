#if LINKS_TESTING || LINKS_XCTEST
import XCTest

/// Mistakes that the harness has to notice in a plain test case.
final class PlainHarnessCase: XCTestCase {
  override class func tearDown() { TestFailure.makeAfterTests(in: "PlainHarnessCase") }

  func testReports() async {
    await TestFailure.make(in: "PlainHarnessCase")
  }
}
#endif
