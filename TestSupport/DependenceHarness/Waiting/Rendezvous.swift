import Dependence

/// The tasks that are waiting for a count to become high enough, such as for a spy to have been
/// called three times.
///
/// This state machine is stored next to the count and protected by the same lock. Its methods do
/// not resume any tasks. Instead, they return continuations, which the caller resumes after
/// unlocking.
struct Rendezvous: Sendable {
  /// The reason that a task stopped waiting: the count became high enough, the time limit expired,
  /// or the wait was cancelled.
  enum Outcome: Sendable, Hashable {
    case met
    case expired(Alarm.Cause)
    case cancelled
  }

  typealias Continuation = CheckedContinuation<Outcome, Never>

  struct Ticket: Sendable, Hashable {
    fileprivate let number: Int
  }

  private enum Wait: Sendable {
    case arriving
    case suspended(atLeast: Int, Continuation)
    case ended(Outcome)
  }

  private var waits: [Ticket: Wait] = [:]
  private var nextNumber = 0

  /// Registers a new wait and returns a ticket that identifies it. Call this method before
  /// suspending the task, so that a timeout or cancellation can end the wait even before the task
  /// suspends.
  mutating func open() -> Ticket {
    defer { nextNumber += 1 }
    let ticket = Ticket(number: nextNumber)
    waits[ticket] = .arriving
    return ticket
  }

  /// Stores the continuation of a waiting task and returns `nil`. If the count is already high
  /// enough, or the wait has already ended, the task does not need to wait. In this case, returns
  /// the outcome of the wait without storing the continuation.
  mutating func suspend(
    _ ticket: Ticket,
    until needed: Int,
    count: Int,
    _ continuation: Continuation
  ) -> Outcome? {
    if case .ended(let outcome) = waits.removeValue(forKey: ticket) { return outcome }
    if count >= needed { return .met }
    waits[ticket] = .suspended(atLeast: needed, continuation)
    return nil
  }

  mutating func end(_ ticket: Ticket, as outcome: Outcome) -> Continuation? {
    switch waits[ticket] {
    case .suspended(_, let continuation):
      waits[ticket] = nil
      return continuation
    case .arriving:
      waits[ticket] = .ended(outcome)
      return nil
    case .ended, nil:
      return nil
    }
  }

  /// Removes and returns the continuations of all tasks waiting for a count of `count` or less, in
  /// the order in which the tasks began to wait. The order must not depend on hash values, because
  /// a simulation must be able to reproduce it in another process.
  mutating func met(by count: Int) -> [Continuation] {
    var met: [Continuation] = []
    for (ticket, wait) in waits.sorted(by: { $0.key.number < $1.key.number }) {
      guard case .suspended(let needed, let continuation) = wait, count >= needed else { continue }
      waits[ticket] = nil
      met.append(continuation)
    }
    return met
  }
}

protocol Awaitable: Sendable {
  /// The tasks that are waiting for ``count`` to become high enough.
  var rendezvous: Rendezvous { get set }
  var count: Int { get }
}

extension Lock where State: Awaitable {
  /// Waits for the count to reach `needed`, and returns the reason that the wait ended.
  ///
  /// - Parameters:
  ///   - limit: The total time that the process may be idle before the wait expires, or `nil` for
  ///     no limit. See ``Alarm``.
  ///   - busyLimit: The time after which the wait expires if the process is never idle.
  ///   - isCancellable: Whether the wait ends if the current task is cancelled.
  func wait(
    until needed: Int,
    limit: Duration?,
    busyLimit: Duration? = nil,
    isCancellable: Bool = true
  ) async -> Rendezvous.Outcome {
    if withLock({ $0.count >= needed }) { return .met }
    let ticket = withLock { $0.rendezvous.open() }
    let alarm = limit.map { limit in
      Alarm(after: limit, busyLimit: busyLimit) { self.end(ticket, as: .expired($0)) }
    }
    defer { alarm?.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let outcome = withLock { state in
          state.rendezvous.suspend(ticket, until: needed, count: state.count, continuation)
        }
        if let outcome { continuation.resume(returning: outcome) }
      }
    } onCancel: {
      if isCancellable { end(ticket, as: .cancelled) }
    }
  }

  private func end(_ ticket: Rendezvous.Ticket, as outcome: Rendezvous.Outcome) {
    withLock { $0.rendezvous.end(ticket, as: outcome) }?.resume(returning: outcome)
  }
}

extension [Rendezvous.Continuation] {
  /// Resumes the tasks that own these continuations, now that the count is high enough. Don't call
  /// this method while holding a lock, because the resumed code may need the same lock.
  func resume() { for continuation in self { continuation.resume(returning: .met) } }
}
