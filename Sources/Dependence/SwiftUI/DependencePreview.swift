#if canImport(SwiftUI)
public import SwiftUI

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
  public func body(content: Content, context: Void) -> some View {
    content.dependencies(update)
  }
}
#endif
