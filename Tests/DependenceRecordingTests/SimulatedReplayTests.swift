import DependenceHarness
import DependenceSimulation
import DependenceTesting
import Foundation
import Testing

@testable import DependenceRecording

struct SimulatedReplayTests {
  @Test func `each run of a search replays the recording from its beginning, with faults`()
    async throws
  {
    let folder = RecordingFolder()
    try await folder.run(.all) { recorder in
      let client = recorder.wrap(WeatherClient(name: { "name \($0)" }))
      _ = (await client.name(1), await client.name(1), await client.name(2))
    }
    let contents = try #require(try folder.file().load())

    let result = try await explore(.exhaustive(limit: 10_000)) { _ in
      let session = RecordingSession(
        .replay,
        of: TestIdentity(name: "test"),
        in: folder.file(),
        contents,
        Redaction(nil),
        at: SourceSite()
      )
      let faults = Faults([.delay(upTo: .seconds(1))], atMost: 1)
      let client = faults.wrap(Recorder(session, at: SourceSite()).wrap(unreachable))
      await withDependencies {
        $0.continuousClock = ContinuousClock()
      } operation: {
        async let first = client.name(1)
        async let second = client.name(2)
        #expect(await [first, second] == ["name 1", "name 2"])
      }
    }

    #expect(result.schedules > 2)
  }

  @Test func `concurrent consumers of a replayed stream share its elements in every schedule`()
    async throws
  {
    let folder = RecordingFolder()
    try await folder.run(.all) { recorder in
      let client = recorder.wrap(WeatherClient(updates: { _ in AsyncStream([1, 2, 3]) }))
      for await _ in client.updates("Berlin") {}
    }

    let result = try await explore(.exhaustive(limit: 10_000)) { _ in
      try await folder.run(.replay) { recorder in
        let updates = recorder.wrap(unreachable).updates("Berlin")
        async let first = Array(updates)
        async let second = Array(updates)
        #expect(await (first + second).sorted() == [1, 2, 3])
      }
    }

    #expect(result.schedules > 2)
  }

  @Test func `in a simulation, a replayed stream waits in virtual time`() async throws {
    let folder = RecordingFolder()
    try folder.write(
      """
      {"calls":[{"arguments":["Berlin"],"endpoint":"WeatherClient.updates","stream":{"elements":[
      {"milliseconds":3600000,"value":1}],"end":"finished"}}],"format":1,"test":"t"}
      """
    )

    try await simulate(seed: 1) { simulation in
      try await folder.run(.replay) { recorder in
        let clock = ContinuousClock()
        let start = clock.now
        for await _ in recorder.wrap(unreachable).updates("Berlin") {}
        #expect(start.duration(to: clock.now) == .seconds(3_600))
      }
    }
  }
}
