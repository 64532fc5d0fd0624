import DependenceModules
import DependenceXCTest
import XCTest

@testable import ShankAfter

final class ForecastTestCase: XCTestCase {
  private static let dependencies = Dependencies {
    Module { NetworkModule(host: "localhost") as any NetworkModuleType }
    Module("archive") { NetworkModule(host: "archive.example.com") as any NetworkModuleType }
    Module { WeatherModule() as any WeatherModuleType }
  }

  override func setUp() {
    super.setUp()
    Self.dependencies.build()
  }

  func testAForecastIsOfGhent() {
    XCTAssertEqual(Forecast().text(), "Ghent at localhost")
    XCTAssertEqual(Forecast().record(), "records at archive.example.com")
  }

  func testEachTestBuildsAnew() {
    XCTAssertEqual(Forecast().text(), "Ghent at localhost")
  }
}
