import XCTest

/// Asynchronous test methods of XCTest.
final class AsyncCase: XCTestCase {
  override func setUp() async throws {
    if name.hasSuffix("testReports") { Body.report(in: "AsyncCase", at: .setUp) }
  }

  override func tearDown() async throws {
    if name.hasSuffix("testReports") { Body.report(in: "AsyncCase", at: .tearDown) }
  }

  func testReports() async throws {
    await Body.report(in: "AsyncCase")
    if Body.skips(in: "AsyncCase") { throw XCTSkip() }
  }

  func testStandsBy() async {
    await Afterwards.setOff(in: "AsyncCase")
  }
}
