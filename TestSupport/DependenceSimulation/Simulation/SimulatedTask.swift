/// A task of a simulation.
public struct SimulatedTask: Sendable, Hashable {
  /// The number of the task, in the order in which tasks were made; the body of the simulation is
  /// 0.
  public let number: Int
  /// Its name, if it has one.
  public let name: String?
  /// The function that made it, as far as the binary says its name.
  public let origin: String?
  /// The wait of the task when a simulation could not go on; nil if that is not known.
  var wait: String?
  var isAsleep = false

  var title: String { "task " + (name.map { "\"\($0)\"" } ?? "\(number)") }
}

extension SimulatedTask: CustomStringConvertible {
  /// Its name or number, and where it was made.
  public var description: String {
    title + (origin.map { ", made in \($0)" } ?? "") + (wait.map { ", \($0)" } ?? "")
  }
}
