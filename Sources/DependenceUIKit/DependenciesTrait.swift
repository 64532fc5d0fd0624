#if canImport(UIKit) && !os(watchOS)
public import UIKit

nonisolated struct DependenciesTrait: UITraitDefinition {
  static let defaultValue = DependencyValues()
}

extension UITraitCollection {
  /// The dependencies that are overridden here, or somewhere up the trait chain; empty if none are.
  public var dependencies: DependencyValues { self[DependenciesTrait.self] }
}

extension UIMutableTraits {
  /// The dependencies that these traits override.
  ///
  /// Of `traitOverrides`, UIKit lets you read only what was written there before.
  public var dependencies: DependencyValues {
    get { self[DependenciesTrait.self] }
    set { self[DependenciesTrait.self] = newValue }
  }
}

extension UITraitOverrides {
  /// Overrides dependencies on top of what is overridden here, or else inherited.
  mutating func updateDependencies(
    inheriting traits: UITraitCollection,
    _ update: (inout DependencyValues) -> Void
  ) {
    // The collection may not have caught up yet with what was overridden a moment ago.
    let isOverridden = contains(DependenciesTrait.self)
    dependencies = (isOverridden ? dependencies : traits.dependencies).inheriting(update)
  }
}
#endif
