import DependenceRecording
import DependenceXCTest
import XCTest

/// A test case that uses a recording in XCTest.
final class RecordedCase: DependencyTestCase {
  override func configureDependencies(_ dependencies: inout DependencyValues) {
    let live = WeatherClient(name: { "station \($0)" })
    dependencies.weather = Recorder().wrap(live)
  }

  func testReplaysTheRecordingOfItsTest() async {
    @Dependency(\.weather) var weather
    let name = await weather.name(7)

    XCTAssertEqual(name, "station 7")
  }
}
