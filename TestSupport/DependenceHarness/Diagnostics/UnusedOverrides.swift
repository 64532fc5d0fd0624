package import Dependence

/// A check that reports overrides that a test never reads.
///
/// If several scopes override the same dependency, reading it once marks all of these overrides as
/// used.
package final class UnusedOverrides: ReadObserver, RootAudit {
  private struct Binding {
    let key: AnyKeyRecord
    let site: SourceSite?
    var isRead = false
  }

  /// A read by a closure that assigns overrides. Until the closure has returned, it is unclear
  /// whether the read counts as a use of an override.
  ///
  /// In `$0.client.fetch = …`, Swift reads `client` only to change a part of it, so this read does
  /// not count. In `$0.greeting = "hi \($0.name)"`, the read of `name` counts. A read counts unless
  /// the same closure also assigns a value to the key that it has read.
  private struct UndecidedRead {
    let key: AnyKeyRecord
    let frame: ObjectIdentifier
    let task: Int?
  }

  private struct State {
    var bindings: [Binding] = []
    var undecided: [UndecidedRead] = []

    mutating func markRead(_ key: AnyKeyRecord) {
      for index in bindings.indices where bindings[index].key == key {
        bindings[index].isRead = true
      }
    }
  }

  private let state = Lock(State())
  private let site: SourceSite

  /// Creates a check for unused overrides.
  ///
  /// - Parameter site: The source location to report for overrides whose own location is unknown.
  package init(askedForAt site: SourceSite) { self.site = site }

  package func didBind(_ key: AnyKeyRecord, at site: SourceSite?) {
    // Ignore overrides of the context. They are never unused, because the context determines every
    // default value.
    if key.key == DependencyContextKey.self { return }
    state.withLock { state in
      // A repeated test sets the same overrides in each run, so record each override only once.
      if state.bindings.contains(where: { $0.key == key && $0.site == site }) { return }
      state.bindings.append(Binding(key: key, site: site))
    }
  }

  package func didBind(_ frame: Frame, over base: Frame?, at site: SourceSite?) {
    let overrides = frame.overrides(over: base)
    decideReads(of: frame, over: base, assigning: Set(overrides.compactMap(\.record)))
    didBind(overrides) { _ in site }
  }

  /// Decides which reads made by the closure that created the scope `frame` count as uses of
  /// overrides. Reads of the keys in `assigned`, to which the closure has assigned values, do not
  /// count. Swift may have made these reads only to change a part of a value.
  private func decideReads(
    of frame: Frame,
    over base: Frame?,
    assigning assigned: Set<AnyKeyRecord>
  ) {
    state.withLock { state in
      if state.undecided.isEmpty { return }
      // A scope is a chain of frames. Collect the frames that the closure may have read from: those
      // of the new scope, and `base`, the innermost frame of the enclosing scope.
      var frames: Set<ObjectIdentifier> = []
      for frame in sequence(first: frame, next: \.outer) {
        frames.insert(ObjectIdentifier(frame))
        if frame === base { break }
      }
      let task = currentTask
      let isDecided = { (read: UndecidedRead) in
        read.task == task && frames.contains(read.frame)
      }
      for read in state.undecided where isDecided(read) && !assigned.contains(read.key) {
        state.markRead(read.key)
      }
      state.undecided.removeAll(where: isDecided)
    }
  }

  package func didRead(_ read: DependencyRead, from frame: Frame) {
    guard read.source == .override else { return }
    state.withLock { state in
      if read.isPartOfAssignment, frame.root.isAssigning {
        let frame = ObjectIdentifier(frame)
        state.undecided.append(UndecidedRead(key: read.key, frame: frame, task: currentTask))
      } else {
        state.markRead(read.key)
      }
    }
  }

  /// A value that identifies the current task. Closures that run concurrently may start from the
  /// same scope, so the scope alone does not identify the closure that read a dependency.
  private var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }

  package func finish(_ root: DependencyRoot) -> [DependencyIssue] {
    if root.hasEndedEarly { return [] }
    let unread = state.withLock { state in
      for read in state.undecided { state.markRead(read.key) }
      return state.bindings.filter { !$0.isRead }
    }
    return unread.map { binding in
      let location = binding.site ?? site
      let message = """
        The override of \(binding.key.name) (\(binding.key.accessor)) at \(location) was never read. Remove it, or move it to \
        the tests that need it.
        """
      return DependencyIssue(message, kind: .leftover, at: location)
    }
  }
}
