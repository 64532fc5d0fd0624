import DependenceGraph
import DependenceTesting
import Testing

@testable import WeatherApp

/// Tests of a client whose interface and implementation are in separate modules.
nonisolated struct WeatherAppTests {
  @Test(.dependencies { $0.context = .live })
  func `a screen reads the implementation through the interface`() async throws {
    #expect(try await WeatherApp().screen.text(for: "Oslo") == "Oslo: 4°")
  }

  @Test func `a test has the test value of the interface`() async throws {
    let app = WeatherApp.test()

    try await expectUnimplemented("WeatherClient.degrees") {
      _ = try await app.screen.text(for: "Oslo")
    }
  }
}
