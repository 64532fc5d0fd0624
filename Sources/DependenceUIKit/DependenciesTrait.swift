#if canImport(UIKit) && !os(watchOS)
public import UIKit

nonisolated struct DependenciesTrait: UITraitDefinition {
  static let defaultValue = DependencyValues()
}

extension UITraitCollection {
  /// The overrides of the object with these traits and of the objects above it. If there are none,
  /// the values are empty.
  public var dependencies: DependencyValues { self[DependenciesTrait.self] }
}

extension UIMutableTraits {
  /// The overrides that these traits provide.
  ///
  /// UIKit allows reading this property of `traitOverrides` only after it was assigned.
  public var dependencies: DependencyValues {
    get { self[DependenciesTrait.self] }
    set { self[DependenciesTrait.self] = newValue }
  }
}

extension UITraitOverrides {
  /// Adds overrides to the existing overrides, or to the inherited overrides if none exist yet.
  mutating func updateDependencies(
    inheriting traits: UITraitCollection,
    _ update: (inout DependencyValues) -> Void
  ) {
    // `traitOverrides` is preferred, because `traits` may not contain the latest overrides yet.
    let isOverridden = contains(DependenciesTrait.self)
    dependencies = (isOverridden ? dependencies : traits.dependencies).inheriting(update)
  }
}
#endif
