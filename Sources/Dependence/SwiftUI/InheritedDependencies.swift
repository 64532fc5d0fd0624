#if canImport(SwiftUI)
public import SwiftUI

// This conformance lets a `@Dependency` property of a view inherit the view's overrides. SwiftUI
// updates dynamic properties only in views, so properties of other types inherit no overrides.
extension Dependency: DynamicProperty {}

/// The overrides that a ``Dependency`` property of a view inherits from the surrounding views.
@usableFromInline struct InheritedDependencies: DynamicProperty, @unchecked Sendable {
  // This type is `@unchecked Sendable` because whether `Environment` is `Sendable` depends on the
  // SDK. Threads can safely share a value of this type, because SwiftUI changes only the copy in the
  // view, and only before it evaluates the view's body.

  @Environment(\.dependencies) private var environment
  /// The inherited overrides, or `nil` if there are none or if the property does not belong to a
  /// view.
  @usableFromInline private(set) var values: DependencyValues?

  @usableFromInline init() {}

  // SwiftUI calls this method before it evaluates the view's body. The method copies the inherited
  // overrides from the environment, because code outside a view must not read the environment.
  @usableFromInline mutating func update() {
    let environment = environment
    values = environment.isEmpty ? nil : environment
  }
}
#endif
