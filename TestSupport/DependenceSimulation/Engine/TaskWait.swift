struct TaskWait: Sendable, Hashable {
  /// The number of the task that this task awaits, or `nil` if it does not await a task.
  var task: Int?
  var children: [Int] = []
  var function: String?
  /// The number of library functions in the call stack of the waiting task before the first
  /// function of the program. It is at most two for a continuation, and nine for a stream.
  var depth = 0
  var usedStream = false
  /// The time at which the sleep of the task ends, or `nil` if the task does not sleep.
  var deadline: Duration?

  func description(_ title: (_ task: Int) -> String) -> String {
    let location = function.map { " in \($0)" } ?? ""
    if let task { return "waits\(location) for \(title(task)) to end" }
    if let deadline {
      return "sleeps\(location) until \(deadline) of virtual time, and nothing advances the time"
    }
    guard !children.isEmpty else {
      return usedStream && depth > 4
        ? "waits\(location) for a stream to yield an element or to finish"
        : "waits\(location) for a continuation to be resumed"
    }
    let titles = children.sorted().prefix(5).map(title).joined(separator: ", ")
    let rest = children.count > 5 ? " and \(children.count - 5) more" : ""
    return "waits\(location) for these tasks of its group to end: \(titles)\(rest)"
  }
}
