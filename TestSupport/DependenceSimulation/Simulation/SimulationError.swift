public import Foundation

/// The reason why a simulation could not finish.
public enum SimulationError: Error, Sendable, Hashable {
  /// The tasks wait for events that can never happen: no task can run, and nothing moves time.
  case deadlock(at: Duration, waiting: [SimulatedTask])
  /// The body of the simulation did not return within the given number of steps.
  case livelock(steps: Int, at: Duration, running: [SimulatedTask])
  /// Simulations do not work in this process, for the given reason.
  case unsupported(String)
}

extension SimulationError: CustomStringConvertible, LocalizedError {
  /// The same text as ``description``.
  public var errorDescription: String? { description }

  /// The failure, the tasks that have not ended, and advice on how to fix the problem.
  public var description: String {
    switch self {
    case .deadlock(let time, let tasks):
      """
      Deadlock after \(time) of virtual time: nothing can run, and \
      \(tasks.contains(where: \.isAsleep) ? "nothing moves time" : "nobody sleeps"). \(Self.list(tasks)) \
      If one of them waits for a queue, a thread or an actor with an executor of its own, allow that with \
      the option .outsideWork(upTo:).
      """
    case .livelock(let steps, let time, let tasks):
      """
      The simulation took \(steps) steps in \(time) of virtual time, and came to no end. \
      \(Self.list(tasks)) If it needs more, say so with the option .stepLimit(_:).
      """
    case .unsupported(let reason):
      "Nothing can be simulated here: \(reason)"
    }
  }

  private static func list(_ tasks: [SimulatedTask]) -> String {
    if tasks.isEmpty { return "No task is left." }
    let shown = tasks.prefix(20).map(\.description).joined(separator: "; ")
    let rest = tasks.count > 20 ? "; and \(tasks.count - 20) more" : ""
    return
      "\(tasks.count == 1 ? "One task has" : "\(tasks.count) tasks have") not ended: \(shown)\(rest)."
  }
}
