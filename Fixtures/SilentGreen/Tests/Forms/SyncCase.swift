import XCTest

/// Synchronous test methods of XCTest.
final class SyncCase: XCTestCase {
  override func setUp() {
    if name.hasSuffix("testReports") { Body.report(in: "SyncCase", at: .setUp) }
  }

  override func tearDown() {
    if name.hasSuffix("testReports") { Body.report(in: "SyncCase", at: .tearDown) }
  }

  func testReports() throws {
    Body.reportOnThread(in: "SyncCase")
    if Body.skips(in: "SyncCase") { throw XCTSkip() }
  }

  func testStandsBy() {
    Afterwards.setOffOnThread(in: "SyncCase")
  }
}
