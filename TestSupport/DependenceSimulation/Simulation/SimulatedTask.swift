/// A task of a simulation.
public struct SimulatedTask: Sendable, Hashable {
  /// Which task this is, in the order in which they were made; the body of the simulation is 0.
  public let number: Int
  /// Its name, if it has one.
  public let name: String?
  /// The function that made it, as far as the binary says its name.
  public let origin: String?
}

extension SimulatedTask: CustomStringConvertible {
  /// Its name or number, and where it was made.
  public var description: String {
    let title = name.map { "\"\($0)\"" } ?? "\(number)"
    return "task \(title)" + (origin.map { ", made in \($0)" } ?? "")
  }
}
