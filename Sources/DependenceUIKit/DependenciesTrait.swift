#if canImport(UIKit) && !os(watchOS)
public import UIKit

nonisolated struct DependenciesTrait: UITraitDefinition {
  static let defaultValue = DependencyValues()
}

extension UITraitCollection {
  /// The overrides of these traits and of the environments above them, or empty values if there are
  /// none.
  public var dependencies: DependencyValues { self[DependenciesTrait.self] }
}

extension UIMutableTraits {
  /// The dependencies that these traits override.
  ///
  /// UIKit allows reading this property of `traitOverrides` only after it was assigned.
  public var dependencies: DependencyValues {
    get { self[DependenciesTrait.self] }
    set { self[DependenciesTrait.self] = newValue }
  }
}

extension UITraitOverrides {
  /// Adds overrides to the existing ones, or to the inherited ones if there are no overrides yet.
  mutating func updateDependencies(
    inheriting traits: UITraitCollection,
    _ update: (inout DependencyValues) -> Void
  ) {
    // `traits` may not contain recent overrides yet, so `traitOverrides` is preferred.
    let isOverridden = contains(DependenciesTrait.self)
    dependencies = (isOverridden ? dependencies : traits.dependencies).inheriting(update)
  }
}
#endif
