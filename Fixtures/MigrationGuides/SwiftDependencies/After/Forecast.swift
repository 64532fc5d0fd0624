import Dependence
import Dispatch

struct WeatherClient: Sendable {
  var forecast: @Sendable (_ city: String) async throws -> String
  var log: @Sendable (_ text: String) -> Void
}

extension WeatherClient: DependencyKey {
  static let liveValue = WeatherClient(forecast: { "sunny in \($0)" }, log: { print($0) })
  static let testValue = WeatherClient(
    forecast: { _ in throw unimplemented("WeatherClient.forecast") },
    log: { _ in unimplemented("WeatherClient.log") }
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
    let scope = captureDependencies()
    DispatchQueue.global().async {
      scope.run { Logger().log("later") }
    }
  }
}

struct Logger {
  @Dependency(\.weather) private var weather
  func log(_ text: String) { weather.log(text) }
}
