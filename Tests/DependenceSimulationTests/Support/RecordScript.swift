@testable import DependenceSimulation

/// A builder that writes a record as a scheduler would. A woken participant stays in a queue until
/// it runs.
struct RecordScript {
  private(set) var record = RunRecord(participants: [Participant(id: 0, kind: .task)])
  private(set) var line = [0]

  /// Adds a participant and returns its number.
  mutating func make(
    _ kind: Participant.Kind = .task,
    _ name: String? = nil,
    at origin: String? = nil,
    by parent: Int? = 0
  ) -> Int {
    let number = record.participants.count
    record.participants.append(
      Participant(id: number, kind: kind, name: name, origin: origin, parent: parent)
    )
    return number
  }

  /// Runs the first queued job of the given participant.
  mutating func run(
    _ participant: Int,
    waking woke: [Int] = [],
    _ ending: Step.Ending = .suspended,
    on executor: Step.Executor = .pool
  ) {
    let choice = line.firstIndex(of: participant)!
    record.steps.append(
      Step(
        participant: participant,
        executor: executor,
        time: record.end,
        candidates: line,
        choice: choice,
        woke: woke,
        ending: ending
      )
    )
    line.remove(at: choice)
    line += woke
  }

  /// Advances virtual time and wakes the given participants.
  mutating func move(to time: Duration, waking woke: [Int] = []) {
    record.end = time
    line += woke
  }

  mutating func fail(_ failure: String) { record.failure = failure }

  mutating func end(_ ending: RunRecord.Ending) {
    record.ending = ending
  }
}
