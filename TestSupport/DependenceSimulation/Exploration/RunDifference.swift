/// Where two runs that should be the same are not.
struct RunDifference: Sendable, Hashable, CustomStringConvertible {
  let description: String

  /// - Returns: Nil if they are the same.
  init?(_ first: RunRecord, _ second: RunRecord) {
    let steps = zip(first.steps, second.steps).enumerated()
    for (number, (left, right)) in steps
    where left.participant != right.participant || left.candidates != right.candidates
      || left.time != right.time
    {
      let who = [(first, left), (second, right)].map { record, step in
        "\(Self.name(step.participant, in: record)) at \(step.time)"
      }
      description = "step \(number) was taken by \(who[0]), then by \(who[1])"
      return
    }
    guard first.steps.count != second.steps.count else { return nil }
    description = "one took \(first.steps.count) steps, the other \(second.steps.count)"
  }

  private static func name(_ number: Int, in record: RunRecord) -> String {
    guard record.participants.indices.contains(number) else { return "task \(number)" }
    let participant = record.participants[number]
    let kind = participant.kind == .actor ? "actor" : "task"
    return "\(kind) \(participant.name.map { "\"\($0)\"" } ?? "\(number)")"
  }
}
