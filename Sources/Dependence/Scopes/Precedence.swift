/// The rules that determine which scope the current code reads dependencies from.
///
/// Overrides can come from the current task's scope or from views. A view passes its overrides to
/// its subviews through the environment, and also publishes them for code outside views. Code uses
/// the first of the following that contains overrides: the view's environment, the task's scope,
/// and the published overrides.
package enum Precedence {
  /// Returns the first of the following scopes that has overrides: the view's environment, the
  /// current task's scope, and the scope that a user interface has published most recently. If none
  /// of them has overrides, returns the current task's scope.
  package static func select(
    environment: DependencyValues? = nil,
    taskLocal: @autoclosure () -> Frame
  ) -> Frame {
    if let environment, !environment.isEmpty { return environment.frame }
    let frame = taskLocal()
    if frame.ignoresPublishedSubtrees { return frame }
    guard let subtree = frame.root.latestSubtree else { return frame }
    // The current task's scope has no overrides, but its issue reporters and observers still apply,
    // so add them to the published scope. Add the existing handler objects rather than copies,
    // because the object's identity shows whether a reporter is already running and must not be
    // called again.
    return frame.scopesWithHandlers.reversed().reduce(subtree) {
      ScopeFrame(over: $0, handlers: $1.handlers, isWatched: $1.observer != nil)
    }
  }
}

extension Frame {
  /// The innermost frame of a scope with the same overrides as this frame's scope. Reads in the
  /// returned frame's scope ignore all overrides published by a user interface, even if the scope
  /// has no overrides of its own.
  var pinned: Frame { ignoresPublishedSubtrees ? self : ScopeFrame(over: self, isPinned: true) }
}
