import DependenceXCTest
import XCTest

final class ClockCase: XCTestCase {
  func testNeverAdvanced() async throws {
    let clock = TestClock(patience: .milliseconds(500))
    try await clock.sleep(for: .seconds(5))
  }
}
