/// A table of the asynchronous factories that are currently running, and the tasks waiting for them
/// to end.
///
/// The table's methods never resume continuations themselves. Instead, they return the
/// continuations to resume, because the caller must first release the lock that protects the table.
struct FactoryRunTable: Sendable {
  typealias Waiter = CheckedContinuation<Void, any Error>

  /// Identifies the value that a call to an asynchronous factory creates: the test or process that
  /// caches the value (`root`), the value in its cache (`product`), and the factory
  /// (`registration`). In each scope, only one such call is in progress at a time for each key.
  struct Key: Hashable, Sendable {
    let root: ObjectIdentifier
    let product: ObjectIdentifier
    let registration: ObjectIdentifier
  }

  /// An object that identifies a task that is waiting for an asynchronous factory to end. To end
  /// the wait early, pass the object to ``cancel(_:)``, which removes the task from the
  /// ``FactoryRunTable`` and returns the continuation to resume.
  final class Ticket: Sendable {}

  /// The result of a task's request to wait for a running factory. Either the task is now waiting,
  /// or the case gives the reason that it must not wait.
  enum Admission {
    case waiting
    /// The factory has already ended, so the task need not wait. The error is `nil` if the factory
    /// returned a value.
    case ended((any Error)?)
    /// The task must not wait, because it would wait forever: the factory that it needs is itself
    /// waiting, directly or indirectly, for the factory that the task belongs to. The chain starts
    /// with the former factory and ends with the latter. Each factory in it is waiting for the next
    /// one.
    case cycle([Need])
  }

  /// A factory run that a task needs, and the reason.
  struct Need: Sendable {
    let run: FactoryRun
    /// The dependencies between the task and the run, outermost first. For example, the path is
    /// `[A, B]` if the task resolves `A`, the factory of `A` has the parameter `B`, and the factory
    /// of `B` has the run's dependency as a parameter. It is empty if the task resolves the run's
    /// dependency itself.
    let path: [Slot]
  }

  private struct Wait {
    let ticket: Ticket
    let waiter: Waiter
    let need: Need
    /// The call to an asynchronous factory (the factory run) whose code is waiting for `need`,
    /// or `nil` if the waiting code is not part of a factory.
    let current: FactoryRun?

    var run: FactoryRun { need.run }
  }

  private var runs: [Key: [FactoryRun]] = [:]
  /// The tasks that are waiting for an asynchronous factory to end, in the order that they began to
  /// wait.
  private var waits: [Wait] = []

  /// Returns the factory run (one call to an asynchronous factory) in progress for `key`. If runs in
  /// several scopes are in progress, prefers the one in the caller's scope. If no run is in
  /// progress, adds a new one and returns `isNew: true`, which tells the caller to start the
  /// factory.
  ///
  /// - Parameters:
  ///   - scope: The identity of the caller's scope, where a new run takes place.
  ///   - sharesAcrossScopes: Whether this method may return a run in another scope.
  mutating func join(
    _ key: Key,
    for slot: Slot,
    in scope: ObjectIdentifier,
    sharesAcrossScopes: Bool = true
  ) -> (run: FactoryRun, isNew: Bool) {
    let known = runs[key, default: []]
    let other = sharesAcrossScopes ? known.first : nil
    if let run = known.first(where: { $0.scope == scope }) ?? other { return (run, false) }
    let new = FactoryRun(slot, for: key, in: scope)
    runs[key] = known + [new]
    return (new, true)
  }

  /// Records that an asynchronous factory has ended, and returns the continuations of the tasks
  /// waiting for it. If `error` is `nil`, the factory has returned a value.
  mutating func end(_ run: FactoryRun, with error: (any Error)?) -> [Waiter] {
    let others = runs[run.key]?.filter { $0 != run } ?? []
    runs[run.key] = others.isEmpty ? nil : others
    run.error = error
    let ended = waits.filter { $0.run == run }
    waits.removeAll { $0.run == run }
    return ended.map(\.waiter)
  }

  /// Registers a task to wait for a running factory. Does not register the task if the factory has
  /// already ended, or if waiting would cause a deadlock.
  ///
  /// - Parameters:
  ///   - path: The dependencies through which the waiting code needs the run (see ``Need/path``).
  ///   - current: The factory run that the waiting code belongs to, or `nil` if the code is not
  ///     part of a factory.
  mutating func wait(
    _ waiter: Waiter,
    as ticket: Ticket,
    for run: FactoryRun,
    through path: [Slot] = [],
    in current: FactoryRun?
  ) -> Admission {
    guard isOpen(run) else { return .ended(run.error) }
    // A task that a factory starts can still be running after the factory has returned. Nothing waits
    // for a factory that has returned, so it cannot be part of a deadlock.
    let current = current.flatMap { isOpen($0) ? $0 : nil }
    let need = Need(run: run, path: path)
    if let chain = current.flatMap({ chain(from: need, to: $0) }) { return .cycle(chain) }
    waits.append(Wait(ticket: ticket, waiter: waiter, need: need, current: current))
    return .waiting
  }

  mutating func cancel(_ ticket: Ticket) -> Waiter? {
    waits.firstIndex { $0.ticket === ticket }.map { waits.remove(at: $0).waiter }
  }

  /// Whether the factory is still running.
  func isOpen(_ run: FactoryRun) -> Bool { runs[run.key]?.contains(run) == true }

  /// Returns the chain of factory runs (calls to asynchronous factories) through which `start` is
  /// waiting for `end`, directly or indirectly. Each run in the chain is waiting for the next one.
  /// Returns `nil` if `start` is not waiting for `end`.
  private func chain(from start: Need, to end: FactoryRun) -> [Need]? {
    var seen: Set<FactoryRun> = []
    func search(_ need: Need) -> [Need]? {
      if need.run == end { return [need] }
      guard seen.insert(need.run).inserted else { return nil }
      for wait in waits where wait.current == need.run {
        if let rest = search(wait.need) { return [need] + rest }
      }
      return nil
    }
    return search(start)
  }
}
