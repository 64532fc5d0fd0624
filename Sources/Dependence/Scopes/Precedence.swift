/// The rules that determine in which scope a read starts.
///
/// Overrides can come from a task-local scope or from a user interface. A user interface either
/// passes them on in the environment of a view, or publishes them for a subtree of its views.
/// Sources without overrides are skipped.
package enum Precedence {
  /// Returns the first of the following that has overrides: the environment, the task-local scope,
  /// and the most recently published subtree. If none has overrides, returns the task-local scope.
  package static func select(
    environment: DependencyValues? = nil,
    taskLocal: @autoclosure () -> Frame
  ) -> Frame {
    if let environment, !environment.isEmpty { return environment.frame }
    let frame = taskLocal()
    if frame.ignoresPublishedSubtrees { return frame }
    guard let subtree = frame.root.latestSubtree else { return frame }
    // The task-local scope has no overrides, but its issue reporters still apply, so they are added
    // on top of the subtree.
    var reporters: [any IssueReporter] = []
    _ = frame.hasReporter { reporter in
      reporters.append(reporter)
      return false
    }
    return reporters.reversed().reduce(subtree) { ScopeFrame(over: $0, reporter: $1) }
  }
}

extension Frame {
  /// A scope with the same overrides as this one, whose reads ignore the overrides of published
  /// subtrees.
  var pinned: Frame { ignoresPublishedSubtrees ? self : ScopeFrame(over: self, isPinned: true) }
}
