#if canImport(UIKit) && !os(watchOS)
public import UIKit

nonisolated struct DependenciesTrait: UITraitDefinition {
  static let defaultValue = DependencyValues()
}

extension UITraitCollection {
  /// The dependency overrides that apply to the view or view controller with these traits,
  /// including inherited overrides. If there are none, the values are empty.
  public var dependencies: DependencyValues { self[DependenciesTrait.self] }
}

extension UIMutableTraits {
  /// The dependency overrides that these traits provide to a view or view controller.
  ///
  /// In `traitOverrides`, UIKit allows this property to be read only after a value has been
  /// assigned to it.
  public var dependencies: DependencyValues {
    get { self[DependenciesTrait.self] }
    set { self[DependenciesTrait.self] = newValue }
  }
}

extension UITraitOverrides {
  /// Adds the dependency overrides that `update` assigns. They are added to this object's own
  /// overrides or, if it has none yet, to a copy of the overrides in `traits`.
  mutating func updateDependencies(
    inheriting traits: UITraitCollection,
    _ update: (inout DependencyValues) -> Void
  ) {
    // Prefer this object's own overrides, because `traits` may not contain the latest ones yet.
    let isOverridden = contains(DependenciesTrait.self)
    dependencies = (isOverridden ? dependencies : traits.dependencies).inheriting(update)
  }
}
#endif
