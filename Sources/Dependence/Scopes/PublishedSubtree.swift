/// The overrides that a user interface has published for a subtree of views. They are withdrawn
/// when this object is released.
package final class PublishedSubtree: Sendable {
  private let attachment = Lock(Attachment())

  private struct Attachment {
    // The reference is weak because views may outlive their test, and must not keep its root alive.
    weak var root: DependencyRoot?
  }

  /// Creates an object that publishes nothing until ``publish(_:)`` is called.
  package init() {}

  /// Publishes `values` as the most recent overrides, in place of the overrides that this object
  /// has published before. If `values` contains no overrides, the earlier ones are only withdrawn.
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
  /// The overrides that a user interface has published most recently, or `nil` if there are none.
  var latestSubtree: Frame? { hasChanged ? state.withLock { $0.subtrees.last?.frame } : nil }

  fileprivate func replaceSubtree(of owner: ObjectIdentifier, by frame: Frame?) {
    markChanged()
    let replaced = state.withLock { state in
      let known = state.subtrees.firstIndex { $0.owner == owner }
      let replaced = known.map { state.subtrees.remove(at: $0).frame }
      // A closed root must not store a subtree, because the two would retain each other forever.
      if let frame, frame.keys != 0, !isClosed { state.subtrees.append((owner, frame)) }
      return replaced
    }
    withExtendedLifetime(replaced) {}
  }
}

extension DependencyValues {
  /// Returns these values with the overrides that `update` assigns. A user interface passes the
  /// result down to its subviews.
  ///
  /// In `update`, an assignment to a member of a value, such as `$0.client.fetch = …`, does not
  /// count as a read.
  package func inheriting(_ update: (inout DependencyValues) throws -> Void) rethrows
    -> DependencyValues
  {
    var values = DependencyValues(frame, for: .operation)
    try update(&values)
    return DependencyValues(values.frame)
  }
}
