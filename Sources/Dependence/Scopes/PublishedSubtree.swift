/// An object that publishes the overrides of a view and its subviews, so that code outside views,
/// such as an observable model, can read them. The overrides are withdrawn when this object is
/// deallocated.
package final class PublishedSubtree: Sendable {
  private let attachment = Lock(Attachment())

  private struct Attachment {
    // The reference to the root is weak because the root owns the test's default values. Views can
    // outlive their test and must not keep these values alive.
    weak var root: DependencyRoot?
  }

  /// Creates an object that publishes nothing until ``publish(_:)`` is called.
  package init() {}

  /// Publishes `values` as the most recent overrides, replacing any overrides that this object
  /// published before. If `values` contains no overrides, this method only withdraws the previous
  /// ones.
  package func publish(_ values: DependencyValues) {
    let frame = values.frame
    let old = attachment.withLock { attachment in
      defer { attachment.root = frame.root }
      return attachment.root
    }
    if let old, old !== frame.root { old.replaceSubtree(of: ObjectIdentifier(self), by: nil) }
    frame.root.replaceSubtree(of: ObjectIdentifier(self), by: frame)
  }

  deinit {
    attachment.withLock { $0.root }?.replaceSubtree(of: ObjectIdentifier(self), by: nil)
  }
}

extension DependencyRoot {
  /// The innermost frame of the scope that a user interface has published most recently for its
  /// views, or `nil` if no scope with overrides is published.
  var latestSubtree: Frame? { hasChanged ? state.withLock { $0.subtrees.last?.frame } : nil }

  fileprivate func replaceSubtree(of owner: ObjectIdentifier, by frame: Frame?) {
    markChanged()
    let replaced = state.withLock { state in
      let known = state.subtrees.firstIndex { $0.owner == owner }
      let replaced = known.map { state.subtrees.remove(at: $0).frame }
      // Do not store overrides that are published after the test has ended. This root and the
      // overrides would retain each other, and `close()`, which breaks such a cycle when the test
      // ends, has already been called.
      if let frame, frame.keys != 0, !isClosed { state.subtrees.append((owner, frame)) }
      return replaced
    }
    withExtendedLifetime(replaced) {}
  }
}

extension DependencyValues {
  /// Returns a copy of these values with the overrides that `update` assigns. A view passes the
  /// copy down to its subviews.
  ///
  /// If `update` assigns to a member of a value, as in `$0.client.fetch = …`, the value is read
  /// first. This read reports no issue, even if the value is unsuitable for the test, for example
  /// because it is a live value.
  package func inheriting(_ update: (inout DependencyValues) throws -> Void) rethrows
    -> DependencyValues
  {
    let frame = frame
    var values = DependencyValues(frame, for: .operation)
    frame.beginAssignment()
    defer { frame.endAssignment() }
    try update(&values)
    return DependencyValues(values.frame)
  }
}
