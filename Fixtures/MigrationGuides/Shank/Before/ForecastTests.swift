import Shank
import XCTest

final class ForecastTests: XCTestCase {
  private static let dependencies = Dependencies {
    Module { NetworkModule(host: "localhost") as NetworkModuleType }
    Module("archive") { NetworkModule(host: "archive.example.com") as NetworkModuleType }
    Module { WeatherModule() as WeatherModuleType }
  }

  override class func setUp() {
    super.setUp()
    dependencies.build()
  }

  func testAForecastIsOfGhent() {
    XCTAssertEqual(Forecast().text(), "Ghent at localhost")
    XCTAssertEqual(Forecast().record(), "records at archive.example.com")
  }
}
