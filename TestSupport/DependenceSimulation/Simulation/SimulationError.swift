public import Foundation

/// The reason a simulation could not finish.
public enum SimulationError: Error, Sendable, Hashable {
  /// No task can run, and nothing advances virtual time, so the remaining tasks would wait forever.
  case deadlock(at: Duration, waiting: [SimulatedTask])
  /// The simulation's body did not return within the given number of steps.
  case livelock(steps: Int, at: Duration, running: [SimulatedTask])
  /// This process cannot run simulations, for the given reason.
  case unsupported(String)
}

extension SimulationError: CustomStringConvertible, LocalizedError {
  /// The same text as ``description``.
  public var errorDescription: String? { description }

  /// A description of the failure, the unfinished tasks, and advice on fixing the problem.
  public var description: String {
    switch self {
    case .deadlock(let time, let tasks):
      """
      Deadlock after \(time) of virtual time: no task can run, and \
      \(tasks.contains(where: \.isAsleep) ? "nothing advances the time" : "no task is sleeping"). \(Self.list(tasks)) \
      \(Self.advice(for: tasks))
      """
    case .livelock(let steps, let time, let tasks):
      """
      The body of the simulation did not return within \(steps.counting("step")) and \(time) of virtual time. \
      \(Self.list(tasks)) Look for a loop that does not end. If the body needs more steps, raise the limit with \
      the option .stepLimit(_:).
      """
    case .unsupported(let reason):
      "Simulations do not work in this process. \(reason)"
    }
  }

  /// Returns advice for tasks that are waiting for code outside the simulation.
  private static func advice(for tasks: [SimulatedTask]) -> String {
    let outside = "If a task waits for a queue, a thread or an actor with its own executor"
    guard let limit = tasks.lazy.compactMap(\.outsideLimit).first else {
      return """
        \(outside), replace that in the test. Outside a search, the option .outsideWork(upTo:) of simulate and \
        .deterministic allows it.
        """
    }
    return """
      The simulation has waited for code outside it for \(limit), the limit of the option .outsideWork(upTo:). \
      \(outside), raise the limit, or replace that in the test.
      """
  }

  private static func list(_ tasks: [SimulatedTask]) -> String {
    if tasks.isEmpty { return "All tasks have ended." }
    let shown = tasks.prefix(20).map(\.description).joined(separator: "; ")
    let rest = tasks.count > 20 ? "; and \(tasks.count - 20) more" : ""
    let have = tasks.count == 1 ? "has" : "have"
    return "\(tasks.count.counting("task")) \(have) not ended: \(shown)\(rest)."
  }
}
