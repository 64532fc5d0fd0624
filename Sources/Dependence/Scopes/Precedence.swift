import Synchronization

/// Which container a read is answered from, where several could.
///
/// A user interface has two ways to bring overrides that are no task-local: the environment of the
/// view that reads, and the subtree that was published last. Containers without overrides do not
/// take part.
package enum Precedence {
  /// Environment, then task-local, then latest subtree, then the defaults.
  package static func select(
    environment: DependencyValues? = nil,
    taskLocal: @autoclosure () -> Frame
  ) -> Frame {
    if let environment, !environment.isEmpty { return environment.frame }
    let frame = taskLocal()
    if frame.answersItself { return frame }
    guard let subtree = frame.root.latestSubtree else { return frame }
    // A scope without overrides may still have reporters.
    return frame.reporters.reversed().reduce(subtree) { ReporterFrame($1, in: $0) }
  }
}

extension Frame {
  /// The reporters of this chain, innermost first.
  fileprivate var reporters: [any IssueReporter] {
    sequence(first: self, next: \.outer).compactMap(\.reporter)
  }
}

extension Frame {
  /// Whether no subtree that a user interface publishes answers reads from here.
  var answersItself: Bool { overrideCount > 0 || isPinned }

  /// Where a read that names no container starts.
  @usableFromInline package static var readable: Frame {
    let bound = Bound.current
    if bound != 0, Bound.answersReads(at: bound) { return unsafeBitCast(bound, to: Frame.self) }
    return selected
  }

  // Not inlined, because nearly every read has its answer before it comes to this.
  private static var selected: Frame {
    @inline(never) get {
      if Bound.current == 0, Outside.hasOnlyDefaults { return DependencyRoot.process.bottom }
      return Precedence.select(taskLocal: .current)
    }
  }
}

/// The subtrees that a user interface has published, latest last.
package struct SubtreeStack: Sendable {
  /// What identifies a subtree across its publications.
  package struct ID: Sendable, Hashable {
    private let number: UInt64
    private static let next = Atomic<UInt64>(0)

    /// A new subtree.
    package init() {
      number = Self.next.add(1, ordering: .relaxed).oldValue
    }
  }

  private var entries: [(id: ID, frame: Frame)] = []

  /// The latest subtree that overrides anything.
  var latest: Frame? { entries.last?.frame }

  /// Makes a subtree the latest; one without overrides is withdrawn.
  ///
  /// - Returns: What it replaces, to be released outside any lock.
  mutating func publish(_ frame: Frame, as id: ID) -> Frame? {
    let replaced = withdraw(id)
    if frame.overrideCount > 0 { entries.append((id, frame)) }
    return replaced
  }

  /// Takes a subtree out.
  mutating func withdraw(_ id: ID) -> Frame? {
    entries.firstIndex { $0.id == id }.map { entries.remove(at: $0).frame }
  }
}

extension DependencyRoot {
  /// The latest published subtree of this root.
  var latestSubtree: Frame? {
    guard gate.pointee.load(ordering: .acquiring) & RootGate.hasSubtrees != 0 else { return nil }
    return state.withLock { $0.subtrees.latest }
  }

  /// Makes `values` the latest subtree of this root.
  package func publishSubtree(_ values: DependencyValues, as id: SubtreeStack.ID) {
    gate.pointee.bitwiseOr(RootGate.hasSubtrees, ordering: .acquiringAndReleasing)
    let frame = values.frame
    let replaced = state.withLock { state -> Frame? in
      // Views may outlive the test that made them; its root would hold what holds it.
      if isClosed { return nil }
      return state.subtrees.publish(frame, as: id)
    }
    withExtendedLifetime(replaced) {}
  }

  /// Takes a subtree out, when its views are gone.
  package func withdrawSubtree(_ id: SubtreeStack.ID) {
    let withdrawn = state.withLock { $0.subtrees.withdraw(id) }
    withExtendedLifetime(withdrawn) {}
  }
}
