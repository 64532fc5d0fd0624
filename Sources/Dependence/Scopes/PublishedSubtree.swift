/// The published overrides of a subtree of views. Releasing this object withdraws them.
package final class PublishedSubtree: Sendable {
  private let attachment = Lock(Attachment())

  private struct Attachment {
    // Weak because views may outlive their test and must not retain its root.
    weak var root: DependencyRoot?
  }

  /// Creates an object that has not published anything yet.
  package init() {}

  /// Publishes `values` as the most recent subtree of their root, and replaces the values that this
  /// object has published before. Values without overrides only withdraw the earlier ones.
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
  /// The subtree that a user interface has published most recently, if any.
  var latestSubtree: Frame? { hasChanged ? state.withLock { $0.subtrees.last?.frame } : nil }

  fileprivate func replaceSubtree(of owner: ObjectIdentifier, by frame: Frame?) {
    markChanged()
    let replaced = state.withLock { state in
      let known = state.subtrees.firstIndex { $0.owner == owner }
      let replaced = known.map { state.subtrees.remove(at: $0).frame }
      // A closed root must not keep a subtree, because the two would retain each other forever.
      if let frame, frame.keys != 0, !isClosed { state.subtrees.append((owner, frame)) }
      return replaced
    }
    withExtendedLifetime(replaced) {}
  }
}

extension DependencyValues {
  /// Returns these values with the overrides that `update` assigns, for a user interface to pass
  /// down to its subviews.
  ///
  /// If these values are empty, the new overrides are the only ones. An assignment through a value
  /// (`$0.client.fetch = …`) in `update` does not count as a read.
  package func inheriting(_ update: (inout DependencyValues) throws -> Void) rethrows
    -> DependencyValues
  {
    var values = DependencyValues(frame, for: .operation)
    try update(&values)
    return DependencyValues(values.frame)
  }
}
