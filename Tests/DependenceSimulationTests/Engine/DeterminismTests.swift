@testable import DependenceSimulation
import TestEffort
import Testing

struct DeterminismTests {
  /// Everything that can be observed about a run.
  private struct Story: Sendable, Hashable {
    let events: [String]
    let record: RunRecord
    let outsideResumptions: Int
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `the same seed always produces the same run`(seed: UInt64) async throws {
    let stories = try await stories(Effort.times(40, thorough: 200, nightly: 1_000), seed: seed)

    #expect(stories.count == 1)
    #expect(stories.allSatisfy { $0.outsideResumptions == 0 })
    #expect(stories.allSatisfy { $0.record.ending == .returned && $0.record.steps.count > 50 })
  }

  @Test func `different seeds produce different runs`() async throws {
    var events: Set<[String]> = []
    var records: Set<RunRecord> = []

    for seed in 0..<100 as Range<UInt64> {
      let story = try await story(seed: seed)
      events.insert(story.events)
      records.insert(story.record)
    }

    #expect(events.count == 100)
    #expect(records.count == 100)
  }

  /// Returns the distinct stories of many runs, several of which run concurrently.
  private func stories(_ count: Int, seed: UInt64) async throws -> Set<Story> {
    try await withThrowingTaskGroup(of: Set<Story>.self) { group in
      for _ in 0..<4 {
        group.addTask {
          var stories: Set<Story> = []
          for _ in 0..<max(1, count / 4) { stories.insert(try await story(seed: seed)) }
          return stories
        }
      }
      return try await group.reduce(into: []) { $0.formUnion($1) }
    }
  }

  @concurrent
  private func story(seed: UInt64) async throws -> Story {
    let workload = Workload()
    let options = SimulationOptions([.mainActor(.virtual)])
    let outcome = await SimulatedRun(.random(seed: seed), options) { try await workload($0) }
    return Story(
      events: try outcome.get(),
      record: outcome.record,
      outsideResumptions: outcome.outsideResumptions
    )
  }
}
