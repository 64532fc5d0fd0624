import Dependence

/// A struct with a dependency of each kind that the benchmarks read.
struct Reader: Sendable {
  @Dependency(Untouched.self) var untouched
  @Dependency(Elsewhere.self) var elsewhere
  @Dependency(Overridden.self) var overridden
  @Dependency(\.untouched) var untouchedByKeyPath
  @Dependency(\.overridden) var overriddenByKeyPath
  @Dependency(\.untouchedEntry) var untouchedEntry
  @Dependency(\.overriddenEntry) var overriddenEntry

  /// Creates a reader and overrides ``Elsewhere`` in a scope. The benchmarks then read the key
  /// outside this scope, to measure reads of a key that is overridden elsewhere in the process.
  init() {
    withDependencies {
      $0[Elsewhere.self] = 1
    } operation: {
    }
  }
}

/// A struct that reads ``Entered``, the key that the measured scope overrides.
struct EnteredReader: Sendable {
  @Dependency(Entered.self) var value
}

/// A struct that reads ``Entered`` by key path.
struct EnteredPathReader: Sendable {
  @Dependency(\.entered) var value
}
