import Dependence

/// Something that has dependencies.
struct Reader: Sendable {
  @Dependency(Untouched.self) var untouched
  @Dependency(Elsewhere.self) var elsewhere
  @Dependency(Overridden.self) var overridden
  @Dependency(\.untouched) var untouchedByKeyPath
  @Dependency(\.overridden) var overriddenByKeyPath
  @Dependency(\.untouchedEntry) var untouchedEntry
  @Dependency(\.overriddenEntry) var overriddenEntry

  /// Sees to it that the process has overridden the key that is overridden elsewhere.
  init() {
    withDependencies {
      $0[Elsewhere.self] = 1
    } operation: {
    }
  }
}

/// Something that reads what a scope has just overridden.
struct EnteredReader: Sendable {
  @Dependency(Entered.self) var value
}

/// The same, by key path.
struct EnteredPathReader: Sendable {
  @Dependency(\.entered) var value
}
