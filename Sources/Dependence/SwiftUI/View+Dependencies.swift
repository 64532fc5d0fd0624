#if canImport(SwiftUI)
public import SwiftUI

extension View {
  /// Overrides dependencies in this view and its subviews.
  ///
  /// A ``Dependency`` property in one of these views or their modifiers reads these overrides
  /// first. Other code, such as an observable model, cannot tell which view is using it. If the
  /// current task has a scope with overrides, such code reads those overrides. Otherwise, it reads
  /// the overrides that this method has most recently applied, anywhere in the app, to views that
  /// still exist. If two groups of views with different overrides are visible at once, each view
  /// still reads the overrides of its own group, but a model may read those of the other group.
  ///
  /// `update` runs on the main actor each time SwiftUI evaluates this modifier. It receives the
  /// overrides of the surrounding views, and the overrides that it assigns take precedence over
  /// them.
  nonisolated public func dependencies(
    _ update: @escaping @MainActor (inout DependencyValues) -> Void
  ) -> some View {
    modifier(DependenciesModifier(update: update))
  }
}

private struct DependenciesModifier: ViewModifier {
  @Environment(\.dependencies) private var inherited
  // The object that publishes the overrides for as long as it exists. SwiftUI keeps it alive as
  // long as the views exist, even while they are in a background tab.
  @State private var subtree = PublishedSubtree()
  private let update: @MainActor (inout DependencyValues) -> Void

  nonisolated init(update: @escaping @MainActor (inout DependencyValues) -> Void) {
    self.update = update
  }

  func body(content: Content) -> some View {
    let values = inherited.inheriting(update)
    // Publish the overrides before the subviews' bodies are evaluated, so that models created in
    // these bodies can read the overrides.
    subtree.publish(values)
    return content.environment(\.dependencies, values)
  }
}

extension EnvironmentValues {
  /// The overrides that apply to a view. The value contains no default values, so it is empty if no
  /// override applies.
  ///
  /// To read a dependency in a view, use ``Dependency``, which also takes task-local scopes and
  /// default values into account. To override a dependency, use ``SwiftUI/View/dependencies(_:)``,
  /// which also affects models.
  public var dependencies: DependencyValues {
    get { self[DependenciesKey.self] }
    set { self[DependenciesKey.self] = newValue }
  }
}

private struct DependenciesKey: EnvironmentKey {
  static let defaultValue = DependencyValues()
}

extension Scene {
  /// Sets dependencies for the whole process, as
  /// ``prepareDependencies(_:fileID:filePath:line:column:)`` does.
  ///
  /// Call this method at the composition root. SwiftUI evaluates the body of an app repeatedly, but
  /// only the first call takes effect. A later call at another source location is reported as an
  /// issue.
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

/// A preview modifier that overrides dependencies in an Xcode preview.
///
/// Pass it to `#Preview` as a trait: `.modifier(DependencePreview { … })`. Dependencies that are
/// not overridden have their preview values.
public struct DependencePreview: PreviewModifier {
  private let update: @MainActor (inout DependencyValues) -> Void

  /// Creates a modifier with the overrides that `update` assigns, as in
  /// ``SwiftUI/View/dependencies(_:)``.
  nonisolated public init(_ update: @escaping @MainActor (inout DependencyValues) -> Void) {
    self.update = update
  }

  /// Returns the previewed view with the overrides applied.
  public func body(content: Content, context: Void) -> some View { content.dependencies(update) }
}
#endif
