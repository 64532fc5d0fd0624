import DependenceMacros
import DependenceTesting
import Testing

@DependencyClient
struct WeatherClient: Sendable {
  var forecast: @Sendable (_ city: String) async throws -> String
}

extension DependencyValues {
  @DependencyEntry(test: WeatherClient.unimplemented)
  var weather: WeatherClient = WeatherClient(forecast: { city in "sunny in \(city)" })
}

struct WeatherTests {
  @Dependency(\.weather) private var weather

  @Test(.dependency(\.context, .live)) func `an app asks the live client`() async throws {
    #expect(try await weather.forecast(city: "Ghent") == "sunny in Ghent")
  }

  @Test(.dependencies { $0.weather.forecast = { _ in "rain" } })
  func `a test implements what it needs`() async throws {
    #expect(try await weather.forecast("Ghent") == "rain")
  }

  @Test func `an endpoint that no test implements fails it`() async {
    await withKnownIssue {
      await #expect(throws: DependencyError.self) { try await weather.forecast("Ghent") }
    } matching: { issue in
      "\(issue)".contains("$0.weather.forecast = { _ in … }")
    }
  }
}
