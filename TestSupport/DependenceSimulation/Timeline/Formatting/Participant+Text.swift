extension Participant {
  /// The name of a task, actor or job in a run's diagram, such as `body`, `task 3 "teardown"` or
  /// `actor 4 Account`.
  var title: String {
    switch kind {
    case .task where id == 0 && name == nil: "body"
    case .task: "task \(id)" + (name.map { " \"\(Self.short($0))\"" } ?? "")
    case .actor: "actor \(id)" + (name.map { " \(Self.short($0))" } ?? "")
    case .time: "time"
    case .job: "job \(id)" + (name.map { " \(Self.short($0))" } ?? "")
    }
  }

  var location: String? { origin.flatMap { $0.isEmpty ? nil : Self.short($0) } }

  // Truncates names that are too long for any line of a diagram. Otherwise, measuring the width of
  // very long names would take too much time.
  private static func short(_ text: String) -> String { text.elided(to: 200).visible }
}
