/// The values that one place of a user interface has published: withdrawn when nothing holds this any more.
package final class PublishedSubtree: Sendable {
  private let place = Lock(Place())

  private struct Place {
    // Views may outlive the test that made them, and must not keep what it left.
    weak var root: DependencyRoot?
  }

  /// Nothing is published yet: an instance that is thrown away unused withdraws nothing.
  package init() {}

  /// Makes `values` the latest subtree of the root that they belong to, in place of what this has
  /// published before; values without overrides only withdraw that.
  package func publish(_ values: DependencyValues) {
    let frame = values.frame
    let old = place.withLock { place in
      defer { place.root = frame.root }
      return place.root
    }
    if let old, old !== frame.root { old.replaceSubtree(of: ObjectIdentifier(self), by: nil) }
    frame.root.replaceSubtree(of: ObjectIdentifier(self), by: frame)
  }

  deinit {
    place.withLock { $0.root }?.replaceSubtree(of: ObjectIdentifier(self), by: nil)
  }
}

extension DependencyRoot {
  /// The subtree that a user interface has published last.
  var latestSubtree: Frame? { hasChanged ? state.withLock { $0.subtrees.last?.frame } : nil }

  fileprivate func replaceSubtree(of place: ObjectIdentifier, by frame: Frame?) {
    markChanged()
    let replaced = state.withLock { state in
      let known = state.subtrees.firstIndex { $0.place == place }
      let replaced = known.map { state.subtrees.remove(at: $0).frame }
      // Views may outlive the test that made them; its root would hold what holds it.
      if let frame, frame.keys != 0, !isClosed { state.subtrees.append((place, frame)) }
      return replaced
    }
    withExtendedLifetime(replaced) {}
  }
}

extension DependencyValues {
  /// These values with what `update` assigns on top, for a user interface to hand down.
  ///
  /// If these are empty, the assigned values lie on top of the defaults alone. Nothing that `update`
  /// assigns through (`$0.client.fetch = …`) counts as read.
  package func inheriting(_ update: (inout DependencyValues) throws -> Void) rethrows
    -> DependencyValues
  {
    var values = DependencyValues(frame, for: .operation)
    try update(&values)
    return DependencyValues(values.frame)
  }
}
