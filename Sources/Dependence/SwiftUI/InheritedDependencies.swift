#if canImport(SwiftUI)
public import SwiftUI

// On a view, SwiftUI finds the wrapper, and in it what the wrapper has inherited, and keeps that up to
// date; on any other host nobody does, and it stays empty.
extension Dependency: DynamicProperty {}

/// The values that a view with a ``Dependency`` has inherited from the views around it.
@usableFromInline struct InheritedDependencies: DynamicProperty, @unchecked Sendable {
  // Unchecked, because it hangs on the SDK whether `Environment` is checked. It is a value: SwiftUI
  // writes to the view's own copy, before it asks for the body.

  @Environment(\.dependencies) private var environment
  /// The overrides; nil if there are none, or if this is in no view.
  @usableFromInline private(set) var values: DependencyValues?

  @usableFromInline init() {}

  // Read here and kept: outside of a view the environment may not be asked.
  @usableFromInline mutating func update() {
    let environment = environment
    values = environment.isEmpty ? nil : environment
  }
}
#endif
