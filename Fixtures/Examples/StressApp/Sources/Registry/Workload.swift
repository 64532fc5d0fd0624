internal import Dependence

/// Something to do very often, and to measure.
package enum Workload: String, CaseIterable, Sendable {
  /// Every default of the registry is read.
  case defaults
  /// Scopes inside of scopes, each of which overrides one more key and reads it.
  case nestedScopes
  /// A graph that was built is walked.
  case walks
  /// A graph is built anew, because what stands at its bottom is overridden.
  case rebuiltGraphs

  /// Does it `count` times.
  ///
  /// - Returns: How many parts it has met; the same for each time.
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

/// Opens a scope for each property inside the scope of the one before it, and counts what is seen in
/// the innermost.
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
