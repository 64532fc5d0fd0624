import Dependence
@testable import DependenceSimulation
import Testing

struct RunRecordTests {
  @Test func `an empty record has ended at time zero`() {
    let record = RunRecord()

    #expect(record.end == .zero)
    #expect(record.ending == .returned)
  }

  @Test(arguments: [
    (1_000, true, RunRecord.Ending.returned, 1_000), (1_001, true, .returned, 1_000),
    (1_001, false, .livelock, 1_000), (1_000, false, .livelock, 1_000),
    (1_001, false, .returned, 1_001), (1_001, false, .deadlock, 1_001),
  ])
  func `an excerpt keeps the first 1,000 steps of a truncated or endless run`(
    steps: Int,
    isTruncated: Bool,
    ending: RunRecord.Ending,
    kept: Int
  ) {
    var record = RunRecord()
    record.steps = (0..<steps).map { Step(participant: $0, candidates: [$0], choice: 0) }
    record.isTruncated = isTruncated
    record.ending = ending

    let excerpt = record.excerpt

    #expect(excerpt.steps.map(\.participant) == Array(0..<kept))
    #expect(excerpt.isTruncated == (isTruncated || kept < steps))
    #expect(excerpt.ending == ending)
  }

  @Test func `a record can be converted to ASCII`() {
    var record = RunRecord()
    record.failure = "a → b"
    record.participants = [Participant(id: 0, kind: .task, name: "‘c’", origin: "d…")]
    record.steps = [Step(participant: 0, candidates: [0], choice: 0)]
    record.steps[0].decision = Decision(name: "“e”", value: "1 × 1", count: 2)

    let ascii = record.inASCII

    #expect(ascii.failure == "a -> b")
    #expect(ascii.participants == [Participant(id: 0, kind: .task, name: "'c'", origin: "d...")])
    #expect(ascii.steps[0].decision == Decision(name: "\"e\"", value: "1 x 1", count: 2))
  }

  @globalActor private actor Keeper {
    static let shared = Keeper()
  }

  private actor Mortal {
    func enter() {}

    isolated deinit {}
  }

  @Keeper private final class Kept {
    nonisolated init() {}

    isolated deinit {}
  }

  @Test func `an isolated deinit of an actor is not recorded as work of the main actor`() async {
    let outcome = await SimulatedRun(.fifo, SimulationOptions()) { _ in
      _ = Mortal()
      _ = Kept()
      await Task.yield()
    }

    let record = outcome.record
    #expect(record.participants.contains { $0.kind != .task })
    #expect(record.steps.allSatisfy { $0.executor == .pool })
    #expect(record.steps.allSatisfy { !$0.joinedQueues.contains(-1) })
  }

  private actor Counter {
    private var count = 0

    func increase() { count += 1 }
  }

  @Test func `an actor at a reused address is a new participant`() async {
    let addresses = Lock<Set<ObjectIdentifier>>([])
    let run = SimulatedRun(.fifo, SimulationOptions())

    let outcome = await run { _ in
      for _ in 0..<50 {
        let counter = Counter()
        addresses.withLock { _ = $0.insert(ObjectIdentifier(counter)) }
        await counter.increase()
      }
    }

    #expect(addresses.withLock(\.count) < 50)
    #expect(outcome.record.participants.count { $0.kind == .actor } == 50)
  }
}
