import CSimulationRuntime
import Dependence

/// A thread that runs the steps of a simulation, until it hands the simulation to another thread.
///
/// Only one thread of a simulation runs at a time. A step that is interrupted at a scheduling point keeps its thread: the
/// thread waits in ``receive()`` while another thread runs other steps, until the schedule continues the step.
final class StepThread: Sendable {
  enum Message: Sendable {
    /// Run the simulation from now on, and begin with this action.
    case work(Baton, Scheduler.Action)
    /// Continue the step that was interrupted on this thread.
    case resume
    /// The simulation has come to an end.
    case stop(RunRecord.Ending)
  }

  /// The number by which locks name this thread as their holder.
  let identifier = simulation_thread_identifier()
  private let mailbox = Monitor<Message?>(nil)

  func send(_ message: Message) {
    mailbox.withLock { $0 = message }
    mailbox.wakeAll()
  }

  func receive() -> Message {
    var message: Message?
    mailbox.wait { state in
      message = state.take()
      return message != nil
    }
    return message!
  }
}

// MARK: - Threads that are kept

extension StepThread {
  private static let idle = Lock<[StepThread]>([])

  /// Lets a thread that works for no simulation work for one. When it is done, it is kept and used again, because starting a
  /// thread takes longer than a whole run of a small simulation.
  static func begin(_ message: Message) {
    if let thread = idle.withLock({ $0.popLast() }) { return thread.send(message) }
    // What the thread captures lives as long as it does, so the message must not be captured itself.
    let first = Lock<Message?>(message)
    System.startThread {
      let thread = StepThread()
      if let message = first.withLock({ $0.take() }) { thread.work(message) }
      while true { thread.work(thread.receive()) }
    }
  }

  private func work(_ message: Message) {
    guard case .work(let baton, let action) = message else { return }
    _ = baton.core.work(on: self, with: baton, beginningWith: action)
    Self.idle.withLock { $0.append(self) }
  }
}
