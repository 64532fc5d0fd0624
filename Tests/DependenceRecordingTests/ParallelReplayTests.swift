import DependenceTesting
import TestKeys
import Testing

@testable import DependenceRecording

@Suite(.dependencies) struct ParallelReplayTests {
  private let folder = RecordingFolder()

  /// Returns the responses to repeated and concurrent calls, the elements of a stream, and an
  /// error.
  @concurrent
  private func responses(of client: WeatherClient) async throws -> [String] {
    let names = await withTaskGroup(of: (Int, String).self) { group in
      for number in 0..<20 { group.addTask { (number, await client.name(number)) } }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    let counts = (0..<5).map { _ in client.count() }
    let updates = await Array(client.updates("Berlin"))
    let failure = await #expect(throws: WeatherError.self) { try await client.forecast("", 1) }
    return names.sorted { $0.key < $1.key }.map(\.value) + counts.map { "\($0)" }
      + updates.map { "\($0)" } + ["\(failure, default: "none")"]
  }

  @Test func `200 parallel replays give the same responses`() async throws {
    let count = LockBox(0)
    let live = WeatherClient(
      forecast: { city, _ in throw WeatherError.unknownCity(city) },
      count: {
        count.withValue {
          $0 += 1; return $0
        }
      },
      updates: { _ in AsyncStream([1, 2.5]) }
    )
    let recorded = LockBox<[String]>([])
    try await folder.run(.all) { recorder in
      let responses = try await responses(of: recorder.wrap(live))
      recorded.withValue { $0 = responses }
    }

    let replays = try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<200 {
        group.addTask {
          let session = try folder.session(.replay)
          return try await responses(of: Recorder(session, at: SourceSite()).wrap(unreachable))
        }
      }
      return try await group.reduce(into: Set<[String]>()) { $0.insert($1) }
    }

    #expect(recorded.value.count == 28)
    #expect(replays == [recorded.value])
  }
}
