import DependenceTesting
import Testing

@Suite(.dependencies { $0.weather.forecast = { "rain in \($0)" } })
struct OutingTests {
  @Test func `an umbrella is packed when it rains`() async throws {
    #expect(try await Outing().packing(for: "Ghent") == "umbrella")
  }
}
