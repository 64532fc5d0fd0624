import Dependence

/// A count that tasks wait for: sleepers of a clock, calls of a spy.
///
/// A pure state machine that lives beside the count under its owner's lock. Its methods return the
/// continuations that have to be resumed, outside the lock.
struct Rendezvous: Sendable {
  /// The end of a wait.
  enum Outcome: Sendable, Hashable {
    case met
    case expired
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

  /// Begins a wait.
  mutating func open() -> Ticket {
    defer { nextNumber += 1 }
    let ticket = Ticket(number: nextNumber)
    waits[ticket] = .arriving
    return ticket
  }

  /// Suspends a wait; an outcome means that there is nothing to wait for any more.
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

  /// The waits that `count` ends.
  mutating func met(by count: Int) -> [Continuation] {
    var met: [Continuation] = []
    for (ticket, wait) in waits {
      guard case .suspended(let needed, let continuation) = wait, count >= needed else { continue }
      waits[ticket] = nil
      met.append(continuation)
    }
    return met
  }
}

protocol Awaitable: Sendable {
  /// The waiters that a change of ``count`` may have to wake.
  var rendezvous: Rendezvous { get set }
  /// The count that is waited for.
  var count: Int { get }
}

extension Lock where State: Awaitable {
  /// Suspends until the count is at least `needed`.
  ///
  /// - Parameters:
  ///   - limit: How long to wait while the process rests, as ``Alarm`` counts; nil for ever.
  ///   - busyLimit: How long to wait in a process that never rests.
  func wait(
    until needed: Int,
    limit: Duration?,
    busyLimit: Duration? = nil
  ) async -> Rendezvous.Outcome {
    if withLock({ $0.count >= needed }) { return .met }
    let ticket = withLock { $0.rendezvous.open() }
    let alarm = limit.map { limit in
      Alarm(after: limit, busyLimit: busyLimit) { self.end(ticket, as: .expired) }
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
      end(ticket, as: .cancelled)
    }
  }

  private func end(_ ticket: Rendezvous.Ticket, as outcome: Rendezvous.Outcome) {
    withLock { $0.rendezvous.end(ticket, as: outcome) }?.resume(returning: outcome)
  }
}

extension [Rendezvous.Continuation] {
  /// Wakes tasks whose wait is over. Never under a lock.
  func resume() { for continuation in self { continuation.resume(returning: .met) } }
}
