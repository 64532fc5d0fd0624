#if LINKS_TESTING || LINKS_XCTEST
import XCTest

/// Errors that the harness must detect in a plain test case.
final class PlainHarnessCase: XCTestCase {
  override class func tearDown() { TestFailure.makeAfterTests(in: "PlainHarnessCase") }

  func testReports() async {
    await TestFailure.make(in: "PlainHarnessCase")
  }
}
#endif
