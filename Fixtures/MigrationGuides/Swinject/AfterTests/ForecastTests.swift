import DependenceTesting
import Testing

@testable import SwinjectAfter

struct RainyNetwork: Network {
  func get(_ path: String) async throws -> String { "rain, says \(path)" }
}

struct ForecastTests {
  @Test(.dependency(NetworkKey.self, RainyNetwork()))
  func `the service is built on the network that the test overrides`() async throws {
    #expect(try await Forecast().text() == "rain, says Bruges")
  }

  @Test(.dependency(\.context, .live))
  func `an app gets what was registered`() async throws {
    #expect(try await Forecast().text() == "sunny, says Ghent")
  }

  @Test func `a network that no test implements is an issue`() async {
    await expectUnimplemented("Network.get") { _ = try? await Forecast().text() }
  }
}
