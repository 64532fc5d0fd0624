import DependenceHarness
import DependenceMacros
import DependenceTesting
import TestKeys
import Testing

@testable import DependenceRecording

@DependencyClient
private struct Tides: Sendable {
  var high: @Sendable () async throws -> Int
  var low: @Sendable () async throws -> Int
}

/// A client that contains another client.
@DependencyClient
private struct Harbor: Sendable {
  var tides: Tides
}

/// A client whose live value has no test value.
private enum TidesKey: DependencyKey {
  static var liveValue: Tides { Tides(high: { 9 }, low: { 3 }) }
}

@Suite(.dependencies) struct LiveClientTests {
  private let folder = RecordingFolder()

  @Test func `recording the calls to a live client is no issue`() async throws {
    let found = await issues {
      _ = try? await folder.run(.all) { recorder in
        try await withDependencies {
          $0[TidesKey.self] = recorder.wrap($0[TidesKey.self])
        } operation: {
          @Dependency(TidesKey.self) var tides
          _ = try await (tides.high(), tides.low())
        }
      }
    }

    #expect(found == [])
    #expect(try folder.file().load()?.calls.count == 2)
  }

  @Test func `recording the calls to one endpoint of a live client is no issue`() async throws {
    let found = await issues {
      _ = try? await folder.run(.all) { recorder in
        try await withDependencies {
          $0[TidesKey.self].high = recorder.wrap("API.high", $0[TidesKey.self].high)
        } operation: {
          @Dependency(TidesKey.self) var tides
          _ = try await tides.high()
        }
      }
    }

    #expect(found == [])
    #expect(try folder.file().load()?.calls.count == 1)
  }

  @Test func `the calls to a client inside another client are recorded`() async throws {
    let found = await issues {
      _ = try? await folder.run(.all) { recorder in
        let live = Tides(high: { 9 }, low: { 3 })
        let (tides, harbor) = (recorder.wrap(live), recorder.wrap(Harbor(tides: live)))
        _ = try await (tides.high(), harbor.tides.low())
      }
    }

    #expect(found == [])
    #expect(try folder.file().load()?.calls.map(\.endpoint) == ["Tides.high", "Tides.low"])
  }
}
