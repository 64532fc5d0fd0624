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

  @Test(.dependency(\.context, .live)) func `an app calls the live client`() async throws {
    #expect(try await weather.forecast(city: "Ghent") == "sunny in Ghent")
  }

  @Test(.dependencies { $0.weather.forecast = { _ in "rain" } })
  func `a test overrides the endpoints that it needs`() async throws {
    #expect(try await weather.forecast("Ghent") == "rain")
  }

  @Test func `a call to an unimplemented endpoint fails the test`() async {
    await withKnownIssue {
      await #expect(throws: DependencyError.self) { try await weather.forecast("Ghent") }
    } matching: { issue in
      "\(issue)".contains("$0.weather.forecast = { _ in ... }")
    }
  }
}
