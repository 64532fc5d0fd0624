/// The choice of the container that answers a read, where several could.
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
    var reporters: [any IssueReporter] = []
    _ = frame.hasReporter { reporter in
      reporters.append(reporter)
      return false
    }
    return reporters.reversed().reduce(subtree) { ScopeFrame(over: $0, reporter: $1) }
  }
}

extension Frame {
  /// This scope, pinned; itself where no subtree could answer anyway.
  var pinned: Frame { answersItself ? self : ScopeFrame(over: self, isPinned: true) }
}
