#if canImport(SwiftUI)
public import SwiftUI

extension View {
  /// Overrides dependencies in this view and in its subviews.
  ///
  /// A ``Dependency`` in one of these views or their modifiers uses these overrides first. Other
  /// code, such as an observable model, uses the most recently published subtree of the whole app
  /// while its views exist, unless a task-local scope has overrides. If two such subtrees are
  /// visible at once, only views can distinguish them.
  ///
  /// `update` runs on the main actor each time SwiftUI evaluates this modifier. It starts with the
  /// overrides of the surrounding views, and its own overrides take precedence over them.
  nonisolated public func dependencies(
    _ update: @escaping @MainActor (inout DependencyValues) -> Void
  ) -> some View {
    modifier(DependenciesModifier(update: update))
  }
}

private struct DependenciesModifier: ViewModifier {
  @Environment(\.dependencies) private var inherited
  // This state lives as long as the views, even while the views are in a background tab.
  @State private var subtree = PublishedSubtree()
  private let update: @MainActor (inout DependencyValues) -> Void

  nonisolated init(update: @escaping @MainActor (inout DependencyValues) -> Void) {
    self.update = update
  }

  func body(content: Content) -> some View {
    let values = inherited.inheriting(update)
    // Publishing here makes the overrides available to models that subviews create in their bodies.
    subtree.publish(values)
    return content.environment(\.dependencies, values)
  }
}

extension EnvironmentValues {
  /// The overrides of the surrounding views, or empty values if there are none.
  ///
  /// To read one dependency in a view, use ``Dependency``, which also reads task-local scopes and
  /// defaults. To override one, use ``SwiftUI/View/dependencies(_:)``, which also affects models.
  public var dependencies: DependencyValues {
    get { self[DependenciesKey.self] }
    set { self[DependenciesKey.self] = newValue }
  }
}

private struct DependenciesKey: EnvironmentKey {
  static let defaultValue = DependencyValues()
}

extension Scene {
  /// Installs dependencies for the whole process, like
  /// ``prepareDependencies(_:fileID:filePath:line:column:)``.
  ///
  /// Call this method at the composition root. SwiftUI evaluates the body of an app repeatedly, but
  /// only the first evaluation of this call installs the dependencies. Later evaluations have no
  /// effect. A call at another source location is ignored and reported as an issue.
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
/// Pass it to `#Preview` as a trait: `.modifier(DependencePreview { … })`. Dependencies without an
/// override have their preview values.
public struct DependencePreview: PreviewModifier {
  private let update: @MainActor (inout DependencyValues) -> Void

  /// Creates a modifier with the overrides that `update` assigns, as in
  /// ``SwiftUI/View/dependencies(_:)``.
  nonisolated public init(_ update: @escaping @MainActor (inout DependencyValues) -> Void) {
    self.update = update
  }

  /// Returns the previewed view with the overrides.
  public func body(content: Content, context: Void) -> some View { content.dependencies(update) }
}
#endif
