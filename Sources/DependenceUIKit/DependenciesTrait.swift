#if canImport(UIKit) && !os(watchOS)
public import UIKit

nonisolated struct DependenciesTrait: UITraitDefinition {
  static let defaultValue = DependencyValues()
}

extension UITraitCollection {
  /// The overrides that apply to the object with these traits, including those of the objects above
  /// it. If there are no overrides, the values are empty.
  public var dependencies: DependencyValues { self[DependenciesTrait.self] }
}

extension UIMutableTraits {
  /// The overrides that these traits provide.
  ///
  /// If you access this property through `traitOverrides`, UIKit allows reading it only after it
  /// has been assigned.
  public var dependencies: DependencyValues {
    get { self[DependenciesTrait.self] }
    set { self[DependenciesTrait.self] = newValue }
  }
}

extension UITraitOverrides {
  /// Adds overrides to the existing ones, or to the inherited ones if none exist yet.
  mutating func updateDependencies(
    inheriting traits: UITraitCollection,
    _ update: (inout DependencyValues) -> Void
  ) {
    // Prefers the trait overrides to `traits`, which may not contain the latest overrides yet.
    let isOverridden = contains(DependenciesTrait.self)
    dependencies = (isOverridden ? dependencies : traits.dependencies).inheriting(update)
  }
}
#endif
