import Dependence

/// A value with dependencies.
struct Reader: Sendable {
  @Dependency(Untouched.self) var untouched
  @Dependency(Elsewhere.self) var elsewhere
  @Dependency(Overridden.self) var overridden
  @Dependency(\.untouched) var untouchedByKeyPath
  @Dependency(\.overridden) var overriddenByKeyPath
  @Dependency(\.untouchedEntry) var untouchedEntry
  @Dependency(\.overriddenEntry) var overriddenEntry

  /// Overrides ``Elsewhere`` once, so that the process has overridden that key.
  init() {
    withDependencies {
      $0[Elsewhere.self] = 1
    } operation: {
    }
  }
}

/// A value that reads a key which a scope has just overridden.
struct EnteredReader: Sendable {
  @Dependency(Entered.self) var value
}

/// A value that reads the same key by key path.
struct EnteredPathReader: Sendable {
  @Dependency(\.entered) var value
}
