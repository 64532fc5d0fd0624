import DependenceRecording
import DependenceTesting
import Testing

struct RecordedOutingTests {
  @Test(
    .recorded { recorder, dependencies in
      dependencies.weather = recorder.wrap(.live)
    }
  )
  func `an umbrella is packed when it rains`() async throws {
    #expect(try await Outing().packing(for: "Ghent") == "umbrella")
  }
}
