import CSimulationRuntime
import Dependence

/// A thread that runs a simulation's jobs until another thread must take over.
///
/// Only one thread of a simulation runs at a time. If a job is preempted at a scheduling point, its
/// thread waits in ``receive()`` until the schedule continues the job. Meanwhile, another thread
/// runs other jobs.
final class StepThread: Sendable {
  enum Message: Sendable {
    /// A request to perform the simulation's actions, starting with the given one.
    case work(Baton, Scheduler.Action)
    /// A request to continue the job that was preempted on this thread.
    case resume
    /// A notification that the simulation has ended.
    case stop(RunRecord.Ending)
  }

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

  /// Sends a message to an idle thread, or to a new thread if no thread is idle. Threads are reused
  /// because starting one takes longer than a whole run of a small simulation.
  static func begin(_ message: Message) {
    if let thread = idle.withLock({ $0.popLast() }) {
      simulation_pin_to_current_processor(thread.identifier)
      return thread.send(message)
    }
    // The thread never ends, so its closure never releases the values that it captures. To avoid
    // keeping the message alive forever, the closure captures a lock that contains the message, and
    // takes the message out of it.
    let first = Lock<Message?>(message)
    System.startThread {
      let thread = StepThread()
      simulation_save_affinity()
      if let message = first.withLock({ $0.take() }) { thread.work(message) }
      while true {
        let message = thread.receive()
        simulation_restore_affinity()
        thread.work(message)
      }
    }
  }

  private func work(_ message: Message) {
    guard case .work(let baton, let action) = message else { return }
    _ = baton.core.work(on: self, with: baton, beginningWith: action)
    Self.idle.withLock { $0.append(self) }
  }
}
