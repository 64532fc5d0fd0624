/// A task that runs in a simulation.
public struct SimulatedTask: Sendable, Hashable {
  /// The number of the task in the order of creation. The body of the simulation is task 0.
  public let number: Int
  /// The name of the task, or `nil` if it has none.
  public let name: String?
  /// The function that created the task, or `nil` if the binary does not contain its name.
  public let origin: String?
  /// A description of the event that the task waits for, or `nil` if it is unknown. It is set only
  /// if the simulation ends in a deadlock.
  var wait: String?
  var isAsleep = false

  var title: String { "task " + (name.map { "\"\($0)\"" } ?? "\(number)") }
}

extension SimulatedTask: CustomStringConvertible {
  /// The name or number of the task, the function that created it, and the event that it waits for.
  public var description: String {
    title + (origin.map { " (created in \($0))" } ?? "") + (wait.map { " \($0)" } ?? "")
  }
}
