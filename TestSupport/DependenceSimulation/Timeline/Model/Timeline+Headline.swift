extension Timeline {
  var title: String { failureLine ?? headline }

  /// The first line of the failure message, or `nil` if the headline already describes the failure.
  var failureLine: String? {
    guard ending == .returned, let line = failure?.split(separator: "\n").first else { return nil }
    return String(line).elided(to: 200).visible
  }

  var headline: String {
    let steps = (isTruncated ? "more than " : "") + count(steps, "step")
    return switch ending {
    case .returned: "The body ended at \(end.text), after \(steps)."
    case .deadlock: "Deadlock at \(end.text), after \(steps): nothing could run any more."
    case .livelock: "No end at \(end.text), after \(steps): the limit was reached."
    }
  }

  var summary: String {
    let choices = blocks.count { $0.turn != .only }
    let decisions = blocks.reduce(0) { $0 + $1.decisions.count }
    let made = decisions == 0 ? "" : " \(count(decisions, "decision")) of the test."
    guard choices > 0 else { return "No choices.\(made)" }
    return "\(count(choices, "choice")), \(blocks.count(where: \.isPreempting)) out of turn.\(made)"
  }

  private func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }

  func omission(_ blocks: Range<Int>) -> String {
    let steps = self.blocks[blocks].map(\.steps)
    return "steps \(steps[0].lowerBound + 1) to \(steps[steps.count - 1].upperBound) are left out"
  }

  var suspended: [String] {
    rows.compactMap { row in
      guard case .suspended(let since) = row.end else { return nil }
      return "\(introduction(of: row.participant)), since \(since.text)"
    }
  }

  func introduction(of participant: Participant) -> String {
    if let location = participant.location { return "\(participant.title), made at \(location)" }
    guard let parent = participant.parent else { return participant.title }
    return "\(participant.title), made by \(rows[parent].participant.title)"
  }
}
