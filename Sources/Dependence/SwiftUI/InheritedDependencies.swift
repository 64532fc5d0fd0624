#if canImport(SwiftUI)
public import SwiftUI

// SwiftUI updates dynamic properties only inside views. Elsewhere, wrappers inherit no overrides.
extension Dependency: DynamicProperty {}

/// The overrides that a view with a ``Dependency`` property inherits from the views around it.
@usableFromInline struct InheritedDependencies: DynamicProperty, @unchecked Sendable {
  // Unchecked because whether `Environment` is `Sendable` depends on the SDK. This type is a value,
  // and SwiftUI changes only the view's own copy, before it evaluates the body.

  @Environment(\.dependencies) private var environment
  /// The inherited overrides, or `nil` if there are none or if the property is outside a view.
  @usableFromInline private(set) var values: DependencyValues?

  @usableFromInline init() {}

  // The environment is copied here because it must not be read outside a view.
  @usableFromInline mutating func update() {
    let environment = environment
    values = environment.isEmpty ? nil : environment
  }
}
#endif
