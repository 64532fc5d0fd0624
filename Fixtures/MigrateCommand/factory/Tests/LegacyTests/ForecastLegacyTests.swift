import FactoryKit
import XCTest

@testable import Weather

final class ForecastLegacyTests: XCTestCase {
  override func setUp() {
    super.setUp()
    Container.shared.reset()
    Container.shared.units.register { Units(name: "legacy") }  // row: Factory prefers the value of '.onTest' to this registered value, which takes effect now
  }

  override func tearDown() {
    Container.shared.reset()
    super.tearDown()
  }

  func testReadsWhatSetUpRegistered() async throws {
    let text = try await Forecast().text()
    XCTAssertEqual(text, "nothing (legacy)")
  }
}
