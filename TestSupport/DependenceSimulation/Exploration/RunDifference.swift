/// The first difference between two runs that should be the same.
struct RunDifference: Sendable, Hashable, CustomStringConvertible {
  let description: String

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
    record.participants.indices.contains(number)
      ? record.participants[number].title : "task \(number)"
  }
}
