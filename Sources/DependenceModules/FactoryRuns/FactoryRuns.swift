import Dependence

enum FactoryRuns {
  private static let board = Lock(FactoryRunTable())

  /// Waits for a dependency's asynchronous factory to end, starting it only if it is not already
  /// running, so that concurrent callers share one call to the factory.
  ///
  /// The shared call may have been started in a scope with other overrides. It may then provide no
  /// value for the caller's scope, for example because it throws an error or is waiting for the
  /// caller's own factory. In that case, the factory is called again in the caller's scope.
  ///
  /// - Parameters:
  ///   - path: The dependencies through which the caller needs the dependency, outermost first (see
  ///     ``FactoryRunTable/Need/path``).
  ///   - isCreated: A closure that returns whether a value is cached for the caller's scope.
  /// - Throws: The factory's error, ``ModuleError`` if the factory is itself waiting for the
  ///   caller, or `CancellationError` if the calling task is cancelled.
  nonisolated(nonsending) static func run(
    _ slot: Slot,
    for product: AnyObject,
    by registration: any AnyRegistration,
    through path: [Slot],
    from frame: Frame,
    at site: SourceSite,
    isCreated: () -> Bool,
    _ make: @escaping @Sendable () async throws -> Void
  ) async throws {
    let key = FactoryRunTable.Key(
      root: ObjectIdentifier(frame.root),
      product: ObjectIdentifier(product),
      registration: ObjectIdentifier(registration)
    )
    let scope = frame.overrideScope
    var run = join(key, for: slot, in: scope, make)
    if run.scope != scope {
      try? await wait(for: run, through: path, isForeign: true, from: frame, at: site)
      if isCreated() { return }
      try Task.checkCancellation()
      run = join(key, for: slot, in: scope, sharesAcrossScopes: false, make)
    }
    try await wait(for: run, through: path, isForeign: false, from: frame, at: site)
  }

  /// The call to an asynchronous factory that the current task belongs to, or `nil` if the task is
  /// not part of a factory or the factory has already returned.
  static var current: FactoryRun? {
    FactoryRun.current.flatMap { run in board.withLock { $0.isOpen(run) } ? run : nil }
  }

  /// Returns the factory run (one call to an asynchronous factory) in progress for `key`, starting
  /// the factory if it is not already running.
  private static func join(
    _ key: FactoryRunTable.Key,
    for slot: Slot,
    in scope: ObjectIdentifier,
    sharesAcrossScopes: Bool = true,
    _ make: @escaping @Sendable () async throws -> Void
  ) -> FactoryRun {
    let (run, isNew) = board.withLock {
      $0.join(key, for: slot, in: scope, sharesAcrossScopes: sharesAcrossScopes)
    }
    guard isNew else { return run }
    // The task is unstructured so that cancelling the first caller does not cancel the factory.
    Task {
      let error: (any Error)? = await FactoryRun.$current.withValue(run) {
        do { try await make() } catch { return error }
        return nil
      }
      for waiter in board.withLock({ $0.end(run, with: error) }) {
        if let error { waiter.resume(throwing: error) } else { waiter.resume() }
      }
    }
    return run
  }

  /// Waits for a factory run to end.
  ///
  /// - Parameter isForeign: Whether the run was started in a scope other than the caller's. Such a
  ///   run may be waiting for the caller's own factory. This method then returns immediately
  ///   instead of reporting a cycle, so that the caller can call the factory in its own scope,
  ///   where there may be no cycle.
  private nonisolated(nonsending) static func wait(
    for run: FactoryRun,
    through path: [Slot],
    isForeign: Bool,
    from frame: Frame,
    at site: SourceSite
  ) async throws {
    let current = FactoryRun.current
    let ticket = FactoryRunTable.Ticket()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (waiter: FactoryRunTable.Waiter) in
        let admission = board.withLock {
          $0.wait(waiter, as: ticket, for: run, through: path, in: current)
        }
        switch admission {
        case .waiting:
          // The task may have been cancelled before its continuation was registered. In that case,
          // the cancellation handler found no continuation to resume, so resume it here.
          guard Task.isCancelled else { return }
          board.withLock { $0.cancel(ticket) }?.resume(throwing: CancellationError())
        case .ended(let error?): waiter.resume(throwing: error)
        case .ended(nil): waiter.resume()
        case .cycle where isForeign: waiter.resume()
        case .cycle(let chain):
          let start = [chain.last?.run.slot].compactMap(\.self)
          let slots = chain.reduce(into: start) { $0 += $1.path + [$1.run.slot] }
          waiter.resume(throwing: ModuleProblem.cycle(slots).report(at: site, from: frame))
        }
      }
    } onCancel: {
      board.withLock { $0.cancel(ticket) }?.resume(throwing: CancellationError())
    }
  }
}

extension Frame {
  /// The identity of the innermost override in this scope, or of the root (the owner of the test's
  /// or process's cached values) if the scope has no overrides. Scopes with the same identity have
  /// the same overrides.
  fileprivate var overrideScope: ObjectIdentifier {
    let override = sequence(first: self, next: \.outer).first { $0.record != nil }
    return override.map { ObjectIdentifier($0) } ?? ObjectIdentifier(root)
  }
}

/// A single call to an asynchronous factory, shared by concurrent readers.
///
/// This class is `@unchecked Sendable` because `error` is mutable. All accesses to it are protected
/// by a lock.
final class FactoryRun: @unchecked Sendable {
  /// The call to an asynchronous factory that the current task belongs to, or `nil` if the task is
  /// not part of a factory. Tasks started by the factory, except detached tasks, inherit this
  /// value.
  @TaskLocal static var current: FactoryRun?

  let slot: Slot
  let key: FactoryRunTable.Key
  /// The identity of the scope in which the factory runs.
  let scope: ObjectIdentifier
  /// The error thrown by the factory, or `nil` if the factory is still running or has returned a
  /// value.
  var error: (any Error)?

  init(_ slot: Slot, for key: FactoryRunTable.Key, in scope: ObjectIdentifier) {
    (self.slot, self.key, self.scope) = (slot, key, scope)
  }
}

extension FactoryRun: Hashable {
  static func == (left: FactoryRun, right: FactoryRun) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
