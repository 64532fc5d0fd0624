import Dependencies
import Dispatch

struct WeatherClient: Sendable {
  var forecast: @Sendable (_ city: String) async throws -> String
  var log: @Sendable (_ text: String) -> Void
}

extension WeatherClient: DependencyKey {
  static let liveValue = WeatherClient(forecast: { "sunny in \($0)" }, log: { print($0) })
  static let testValue = WeatherClient(
    forecast: unimplemented("WeatherClient.forecast", placeholder: ""),
    log: unimplemented("WeatherClient.log", placeholder: ())
  )
}

extension DependencyValues {
  var weather: WeatherClient {
    get { self[WeatherClient.self] }
    set { self[WeatherClient.self] = newValue }
  }
}

actor Forecast {
  @Dependency(\.weather) private var weather
  @Dependency(\.continuousClock) private var clock
  private(set) var text = ""

  func refresh() async throws {
    try await clock.sleep(for: .seconds(1))
    text = try await weather.forecast("Ghent")
  }

  nonisolated func logLater() {
    withEscapedDependencies { continuation in
      DispatchQueue.global().async {
        continuation.yield { Logger().log("later") }
      }
    }
  }
}

struct Logger {
  @Dependency(\.weather) private var weather
  func log(_ text: String) { weather.log(text) }
}

func testForecast() async throws {
  try await withDependencies {
    $0.continuousClock = ImmediateClock()
    $0.weather.forecast = { "rain in \($0)" }
  } operation: {
    let forecast = Forecast()
    try await forecast.refresh()
    let text = await forecast.text
    assert(text == "rain in Ghent")
  }
}
