import DependenceTesting
import Testing

@Suite(.dependencies { $0.weather.forecast = { "rain in \($0)" } })
struct OutingTests {
  @Test func `an umbrella is packed when it rains`() async throws {
    #expect(try await Outing().packing(for: "Ghent") == "umbrella")
  }
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
      "\(issue)".contains("$0.weather.forecast = { _ in ... }")
    }
  }
}
