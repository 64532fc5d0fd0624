#if canImport(SwiftUI)
public import SwiftUI

extension EnvironmentValues {
  /// The dependencies that the views around this place have overridden.
  ///
  /// Empty where nobody has. To read one dependency in a view, use ``Dependency``, which also sees
  /// task-locals and defaults; to override one, use ``SwiftUI/View/dependencies(_:)``, which also
  /// reaches models.
  public var dependencies: DependencyValues {
    get { self[DependenciesKey.self] }
    set { self[DependenciesKey.self] = newValue }
  }
}

private struct DependenciesKey: EnvironmentKey {
  static let defaultValue = DependencyValues()
}
#endif
