extension RunRecord {
  /// The tasks that are suspended at the end of the run, one a line: who, where made, since when.
  ///
  /// Actors are not among them: one for which nobody waits is idle, not stuck.
  var suspended: [String] { Timeline(self).suspended }
}

extension Timeline {
  /// The rows that are suspended at the end, one a line.
  var suspended: [String] {
    rows.compactMap { row in
      guard case .suspended(let since) = row.end else { return nil }
      return "\(introduction(of: row.participant)), since \(since.words)"
    }
  }

  /// Who it is, and where it was made; or who made it, if that is all that is known.
  func introduction(of participant: Participant) -> String {
    if let place = participant.place { return "\(participant.title), made at \(place)" }
    guard let parent = participant.parent else { return participant.title }
    return "\(participant.title), made by \(rows[parent].participant.title)"
  }
}
