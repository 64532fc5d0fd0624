#if canImport(SwiftUI)
public import SwiftUI

// SwiftUI updates dynamic properties only inside views, so property wrappers elsewhere inherit no
// overrides.
extension Dependency: DynamicProperty {}

/// The overrides that a ``Dependency`` property of a view inherits from the surrounding views.
@usableFromInline struct InheritedDependencies: DynamicProperty, @unchecked Sendable {
  // This type is `@unchecked Sendable` because whether `Environment` is `Sendable` depends on the
  // SDK. SwiftUI changes only the view's own copy, before it evaluates the body.

  @Environment(\.dependencies) private var environment
  /// The inherited overrides, or `nil` if there are none or the property is not in a view.
  @usableFromInline private(set) var values: DependencyValues?

  @usableFromInline init() {}

  // Copies the environment's value, because it must not be read outside a view.
  @usableFromInline mutating func update() {
    let environment = environment
    values = environment.isEmpty ? nil : environment
  }
}
#endif
