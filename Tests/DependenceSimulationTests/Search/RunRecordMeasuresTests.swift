@testable import DependenceSimulation
import Testing

struct RunRecordMeasuresTests {
  private let record = RunRecord(
    (0, [0]),
    (1, [1, 2]),
    (2, [2, 1]),
    (1, [2, 1]),
    (1, [1]),
    (2, [2])
  )

  @Test func `the choices of a run omit steps with a single candidate`() {
    #expect(record.choices == [0, 0, 1])
  }

  @Test func `a context switch leaves a participant that could have continued`() {
    // The run switches from participant 1 to participant 2 and back. The first and the last change
    // of the participant do not count, because participant 0 has ended when 1 begins, and 1 has
    // ended when 2 runs again.
    #expect(record.contextSwitches == 2)
    #expect(record.steps.indices.filter { record.isContextSwitch(before: $0) } == [2, 3])
    #expect(RunRecord().contextSwitches == 0)
  }

  @Test func `the complexity of a run counts choices other than the first candidate`() {
    var other = record
    other.steps[1].choice = 1

    #expect(record.complexity == (0, 2, 6, 1))
    #expect(other.complexity == (0, 2, 6, 2))
  }

  @Test func `a turn records which job of a participant ran`() {
    var record = RunRecord((0, [0]), (1, [1, 2, 1]), (1, [2, 1]))
    record.steps[1].choice = 2

    #expect(
      record.turns == [Turn(participant: 0), Turn(participant: 1, job: 1), Turn(participant: 1)]
    )
  }

  @Test func `a fingerprint is the same in every process and on every platform`() {
    #expect(RunRecord().fingerprint == 0x811c_9dc5)
    #expect(record.fingerprint == 3_709_350_902)
  }

  @Test func `names, origins and times do not affect a fingerprint`() {
    var other = record
    other.participants = [Participant(id: 0, kind: .task, name: "body", origin: "0x40")]
    other.steps[0].time = .seconds(1)
    other.end = .seconds(2)

    #expect(other.fingerprint == record.fingerprint)
  }

  @Test func `another participant, choice or candidate count changes the fingerprint`() {
    var (runner, choice, candidates) = (record, record, record)
    runner.steps[5].participant = 1
    choice.steps[1].choice = 1
    candidates.steps[4].candidates = [1, 2]

    let fingerprints = Set([record, runner, choice, candidates].map(\.fingerprint))

    #expect(fingerprints.count == 4)
  }
}
