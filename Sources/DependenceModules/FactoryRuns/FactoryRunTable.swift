/// The running asynchronous factories, called flights, and the tasks that wait for them.
///
/// This is a state machine without side effects. Its methods return the continuations to resume,
/// and the caller resumes them outside its lock.
struct FactoryRunTable: Sendable {
  typealias Waiter = CheckedContinuation<Void, any Error>

  /// The identity of a flight. Only one factory runs at a time for each root and product.
  struct Key: Hashable, Sendable {
    let root: ObjectIdentifier
    let product: ObjectIdentifier
  }

  /// The identity of a waiting task, which is used to cancel the wait.
  final class Ticket: Sendable {}

  /// The result of registering a task that waits for a running factory.
  enum Admission {
    case waiting
    /// The factory has already ended, with an error or, if the error is `nil`, with a value.
    case ended((any Error)?)
    /// Waiting would be a deadlock: the factories in this chain wait for the caller's factory.
    case cycle([FactoryRun])
  }

  private struct Wait {
    let ticket: Ticket
    let waiter: Waiter
    let run: FactoryRun
    /// The running factory to which the waiting code belongs, or `nil` if there is none.
    let current: FactoryRun?
  }

  private var runs: [Key: FactoryRun] = [:]
  /// The waits in progress, in the order in which they began.
  private var waits: [Wait] = []

  /// Returns the running factory for `key`. If none is running, adds a new flight.
  mutating func join(_ key: Key, for slot: Slot) -> (run: FactoryRun, isNew: Bool) {
    if let known = runs[key] { return (known, false) }
    let new = FactoryRun(slot, for: key)
    runs[key] = new
    return (new, true)
  }

  /// Records that a factory has ended, with a value if `error` is `nil`. Returns the continuations
  /// of the tasks that waited for the factory.
  mutating func end(_ run: FactoryRun, with error: (any Error)?) -> [Waiter] {
    if isOpen(run) { runs[run.key] = nil }
    run.error = error
    let ended = waits.filter { $0.run == run }
    waits.removeAll { $0.run == run }
    return ended.map(\.waiter)
  }

  /// Registers a task that waits for a running factory, unless waiting would be a deadlock.
  ///
  /// - Parameter current: The running factory to which the waiting code belongs, or `nil`.
  mutating func wait(
    _ waiter: Waiter,
    as ticket: Ticket,
    for run: FactoryRun,
    in current: FactoryRun?
  ) -> Admission {
    guard isOpen(run) else { return .ended(run.error) }
    // A factory that has ended no longer waits, even if tasks that it started are still running.
    let current = current.flatMap { isOpen($0) ? $0 : nil }
    if let chain = current.flatMap({ chain(from: run, to: $0) }) { return .cycle(chain) }
    waits.append(Wait(ticket: ticket, waiter: waiter, run: run, current: current))
    return .waiting
  }

  mutating func cancel(_ ticket: Ticket) -> Waiter? {
    waits.firstIndex { $0.ticket === ticket }.map { waits.remove(at: $0).waiter }
  }

  private func isOpen(_ run: FactoryRun) -> Bool { runs[run.key] == run }

  /// Returns the chain of factories through which `start` waits for `end`, or `nil` if `start` does
  /// not wait for `end`.
  private func chain(from start: FactoryRun, to end: FactoryRun) -> [FactoryRun]? {
    var seen: Set<FactoryRun> = []
    func search(_ run: FactoryRun) -> [FactoryRun]? {
      if run == end { return [run] }
      guard seen.insert(run).inserted else { return nil }
      let next = waits.lazy.filter { $0.current == run }.map(\.run)
      return next.compactMap(search).first.map { [run] + $0 }
    }
    return search(start)
  }
}
