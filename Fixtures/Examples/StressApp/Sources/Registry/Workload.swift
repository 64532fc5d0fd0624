internal import Dependence

/// An operation that is repeated many times and measured.
package enum Workload: String, CaseIterable, Sendable {
  /// Reads the default values of all parts.
  case defaults
  /// Opens nested scopes, each of which overrides one more part, and reads all parts in the
  /// innermost scope.
  case nestedScopes
  /// Visits all parts of a graph that has already been created.
  case walks
  /// Overrides a part from which many other parts are built, so that the other parts are created
  /// again, and visits all parts.
  case rebuiltGraphs

  /// Performs the operation `count` times.
  ///
  /// - Returns: The total number of parts that were found. Each repetition finds the same number.
  package func run(_ count: Int) -> Int {
    (0..<count).reduce(0) { met, _ in met + once() }
  }

  private func once() -> Int {
    switch self {
    case .defaults:
      let values = DependencyValues.current
      return registry.count { !values[keyPath: $0].name.isEmpty }
    case .nestedScopes:
      return nested(registry[...])
    case .walks:
      return DependencyValues.current.car.walk().count
    case .rebuiltGraphs:
      return withDependencies {
        $0.bolt = Part("new bolt")
      } operation: {
        DependencyValues.current.car.walk().count
      }
    }
  }
}

/// Overrides each property in a new scope inside the scope of the previous property, and returns
/// the number of overridden parts in the innermost scope.
private func nested(
  _ properties: ArraySlice<any WritableKeyPath<DependencyValues, Part> & Sendable>
)
  -> Int
{
  guard let property = properties.first else {
    return registry.count { DependencyValues.current[keyPath: $0].name == "overridden" }
  }
  return withDependencies {
    $0[keyPath: property] = Part("overridden")
  } operation: {
    nested(properties.dropFirst())
  }
}
