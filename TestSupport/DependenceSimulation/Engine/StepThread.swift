import CSimulationRuntime
import Dependence

/// A thread that runs the steps of a simulation until it hands the simulation to another thread.
///
/// Only one thread of a simulation runs at a time. A step that is interrupted at a scheduling point
/// keeps its thread: the thread waits in ``receive()`` while another thread runs other steps, until
/// the schedule continues the step.
final class StepThread: Sendable {
  enum Message: Sendable {
    /// A request to run the simulation, beginning with the given action.
    case work(Baton, Scheduler.Action)
    /// A request to continue the step that was interrupted on this thread.
    case resume
    /// A notice that the simulation has ended.
    case stop(RunRecord.Ending)
  }

  /// The identifier by which a lock names this thread as its holder.
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

// MARK: - Reuse of threads

extension StepThread {
  private static let idle = Lock<[StepThread]>([])

  /// Sends a message to an idle thread, or starts a thread if none is idle. Threads are reused,
  /// because starting one takes longer than a whole run of a small simulation.
  static func begin(_ message: Message) {
    if let thread = idle.withLock({ $0.popLast() }) { return thread.send(message) }
    // The thread never ends, and keeps everything that its closure captures. It takes the message
    // out of this lock, so that the message is released.
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
