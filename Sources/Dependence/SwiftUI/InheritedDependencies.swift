#if canImport(SwiftUI)
public import SwiftUI

// SwiftUI updates dynamic properties only inside views, so wrappers elsewhere inherit no overrides.
extension Dependency: DynamicProperty {}

/// The overrides that a ``Dependency`` property of a view inherits from the surrounding views.
@usableFromInline struct InheritedDependencies: DynamicProperty, @unchecked Sendable {
  // Unchecked because the SDK determines whether `Environment` is `Sendable`. SwiftUI changes only
  // the copy that belongs to the view, before it evaluates the body.

  @Environment(\.dependencies) private var environment
  /// The inherited overrides, or `nil` if there are none or if the property is not in a view.
  @usableFromInline private(set) var values: DependencyValues?

  @usableFromInline init() {}

  // Copies the environment, because the environment must not be read outside a view.
  @usableFromInline mutating func update() {
    let environment = environment
    values = environment.isEmpty ? nil : environment
  }
}
#endif
