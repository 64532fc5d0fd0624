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

extension EnvironmentValues {
  /// The dependencies that the views around this place have overridden.
  ///
  /// Empty where nobody has. To read one dependency in a view, use ``Dependency``, which also sees
  /// task-locals and defaults; to override one, use ``SwiftUI/View/dependencies(_:)``, which also
  /// reaches models.
  public var dependencies: DependencyValues {
    get { self[DependenciesKey.self] }
    set { self[DependenciesKey.self] = newValue }
  }
}

private struct DependenciesKey: EnvironmentKey {
  static let defaultValue = DependencyValues()
}

extension Scene {
  /// Installs dependencies for the whole process, like ``prepareDependencies(_:fileID:filePath:line:column:)``.
  ///
  /// For the composition root: what the first evaluation installs stays. SwiftUI evaluates the body of
  /// an app again and again, and later evaluations of this call do nothing and report nothing. Another
  /// call at another place is a second preparation, which is a reported issue and is ignored.
  public func dependencies(
    _ update: (inout DependencyValues) -> Void,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> some Scene {
    prepareDependenciesOnce(update, at: SourceSite(fileID, filePath, line, column))
    return self
  }
}

/// Overrides dependencies in an Xcode preview.
///
/// Give it to `#Preview` as a trait: `.modifier(DependencePreview { … })`. What is not overridden has
/// its preview value, as everything has in a preview.
public struct DependencePreview: PreviewModifier {
  private let update: @MainActor (inout DependencyValues) -> Void

  /// Overrides what `update` assigns, as ``SwiftUI/View/dependencies(_:)`` does.
  nonisolated public init(_ update: @escaping @MainActor (inout DependencyValues) -> Void) {
    self.update = update
  }

  /// The previewed view with the overrides.
  public func body(content: Content, context: Void) -> some View { content.dependencies(update) }
}
#endif
