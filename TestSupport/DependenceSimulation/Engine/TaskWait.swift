/// The event that a task is waiting for in a deadlock, such as the end of another task. Deadlock
/// messages describe this event.
struct TaskWait: Sendable, Hashable {
  /// The identifier of the task that the suspended task is waiting for, or `nil` if it is not
  /// waiting for a single task.
  var task: Int?
  var children: [Int] = []
  var function: String?
  /// The number of library functions at the top of the task's call stack, above the program's
  /// innermost function. A high number indicates that the task is waiting for a stream, because a
  /// wait for a continuation involves at most two library functions.
  var depth = 0
  var usedStream = false
  /// The virtual time when the task's sleep ends, or `nil` if the task is not sleeping.
  var deadline: Duration?
  /// The reason that the task is not waiting at all, or `nil` if it is waiting.
  var activity: Activity?

  enum Activity: String, Sendable {
    case running = "runs on a thread that the simulation does not control"
    case ready = "is ready to run on an executor or actor that the simulation does not control"
  }

  func description(_ title: (_ task: Int) -> String) -> String {
    if let activity { return activity.rawValue }
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
