extension Timeline {
  /// How the run ended, in a sentence.
  var headline: String {
    let steps = count(steps, "step")
    return switch ending {
    case .returned: "The body ended at \(end.words), after \(steps)."
    case .deadlock: "Deadlock at \(end.words), after \(steps): nothing could run any more."
    case .livelock: "No end at \(end.words), after \(steps): the limit was reached."
    }
  }

  /// How often the schedule had to decide, and how often it did not take whose turn it was.
  var summary: String {
    let choices = blocks.count { $0.turn != .only }
    let overtakings = blocks.count { $0.isOvertaking }
    guard choices > 0 else { return "No choices." }
    return "\(count(choices, "choice")), \(overtakings) out of turn."
  }

  private func count(_ number: Int, _ word: String) -> String {
    number == 1 ? "1 \(word)" : "\(number) \(word)s"
  }
}

extension Timeline.Block {
  /// Whether somebody else was next.
  var isOvertaking: Bool { if case .overtook = turn { true } else { false } }
}
