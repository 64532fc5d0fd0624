import FactoryKit
import XCTest

@testable import Weather

final class ForecastLegacyTests: XCTestCase {
  override func setUp() {
    super.setUp()
    Container.shared.reset()
    Container.shared.units.register { Units(name: "legacy") }  // row: in Factory, the value of '.onTest' overrode this registered value, which now takes effect
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
