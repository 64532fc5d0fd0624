/// What one place of a user interface has published: withdrawn when nothing holds this any more.
package final class PublishedSubtree: Sendable {
  private let id = SubtreeStack.ID()
  private let place = Lock(Place())

  private struct Place {
    // Views may outlive the test that made them, and must not keep what it left.
    weak var root: DependencyRoot?
  }

  /// Nothing is published yet: an instance that is thrown away unused withdraws nothing.
  package init() {}

  /// Makes `values` the latest subtree of the root that they belong to, in place of what this has
  /// published before.
  package func publish(_ values: DependencyValues) {
    let new = values.frame.root
    let old = place.withLock { place in
      defer { place.root = new }
      return place.root
    }
    if let old, old !== new { old.withdrawSubtree(id) }
    new.publishSubtree(values, as: id)
  }

  deinit {
    place.withLock { $0.root }?.withdrawSubtree(id)
  }
}
