/// A task that runs in a simulation.
public struct SimulatedTask: Sendable, Hashable {
  /// A number that identifies the task in its simulation. The simulation's body is task 0, and
  /// tasks created later have higher numbers.
  public let number: Int
  /// The task's name, or `nil` if it has none.
  public let name: String?
  /// The name of the function that created the task, or `nil` if the binary does not contain that
  /// name.
  public let origin: String?
  /// A description of the event that the task is waiting for, or `nil` if the event is unknown.
  /// This property is set only if the simulation ends in a deadlock.
  var wait: String?
  var isAsleep = false
  /// The real time for which the simulation has waited for code outside it, if the option
  /// ``SimulationOption/outsideWork(upTo:)`` has set this time. This property is set only if the
  /// simulation ends in a deadlock.
  var outsideLimit: Duration?

  var title: String { "task " + (name.map { "\"\($0)\"" } ?? "\(number)") }
}

extension SimulatedTask: CustomStringConvertible {
  /// The task's name or number, the function that created it, and the event that it is waiting for.
  public var description: String {
    title + (origin.map { " (created in \($0))" } ?? "") + (wait.map { " \($0)" } ?? "")
  }
}
