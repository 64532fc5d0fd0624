extension Timeline {
  var title: String { failureLine ?? headline }

  /// The first line of the run's failure message, or `nil` if the run did not fail or if
  /// ``headline`` already describes the failure (a deadlock or a livelock).
  var failureLine: String? {
    guard ending == .returned, let line = failure?.split(separator: "\n").first else { return nil }
    return String(line).elided(to: 200).visible
  }

  var headline: String {
    let steps = (isTruncated ? "more than " : "") + steps.counting("step")
    return switch ending {
    case .returned: "The body ended at \(end.text), after \(steps)."
    case .deadlock: "Deadlock at \(end.text), after \(steps): no task could run."
    case .livelock: "The body had not ended at \(end.text), after \(steps), the limit."
    }
  }

  var summary: String {
    let choices = blocks.count { $0.turn != .only }
    let decisions = blocks.reduce(0) { $0 + $1.decisions.count }
    let preemptions = blocks.count(where: \.isPreempting)
    let chosen = decisions == 0 ? "" : " \(decisions.counting("value")) chosen for the test."
    guard choices > 0 else { return "No scheduling choices.\(chosen)" }
    return """
      \(choices.counting("scheduling choice")), \(preemptions.counting("preemption")).\(chosen)
      """
  }

  func omission(_ blocks: Range<Int>) -> String {
    let steps = self.blocks[blocks].map(\.steps)
    let (first, last) = (steps[0].lowerBound + 1, steps[steps.count - 1].upperBound)
    return first == last
      ? "step \(first) is left out" : "steps \(first) to \(last) are left out"
  }

  var suspended: [String] {
    rows.compactMap { row in
      guard case .suspended(let since) = row.end else { return nil }
      return "\(introduction(of: row.participant)), since \(since.text)"
    }
  }

  func introduction(of participant: Participant) -> String {
    if let location = participant.location { return "\(participant.title), created at \(location)" }
    guard let parent = participant.parent else { return participant.title }
    return "\(participant.title), created by \(rows[parent].participant.title)"
  }
}
