#if canImport(SwiftUI)
public import SwiftUI

extension View {
  /// Overrides dependencies in this view and in the views beneath it.
  ///
  /// A ``Dependency`` in one of these views, or in a modifier of one, sees them first. Anything else,
  /// such as an observable model, sees the subtree that was published last in the whole app, for as
  /// long as its views exist, unless a task-local overrides anything there: two such branches on the
  /// screen at once are told apart by views alone.
  ///
  /// `update` runs on the main actor, each time SwiftUI evaluates this modifier, and starts from what
  /// the views around have overridden. A second call further in wins over one further out.
  nonisolated public func dependencies(
    _ update: @escaping @MainActor (inout DependencyValues) -> Void
  ) -> some View {
    modifier(DependenciesModifier(update: update))
  }
}

private struct DependenciesModifier: ViewModifier {
  @Environment(\.dependencies) private var inherited
  // Its end is the end of the views: disappearing is not, as a tab in the background shows.
  @State private var subtree = PublishedSubtree()
  private let update: @MainActor (inout DependencyValues) -> Void

  nonisolated init(update: @escaping @MainActor (inout DependencyValues) -> Void) {
    self.update = update
  }

  func body(content: Content) -> some View {
    let values = inherited.inheriting(update)
    // Here, because the models that the views make in their own bodies have to see it.
    subtree.publish(values)
    return content.environment(\.dependencies, values)
  }
}
#endif
