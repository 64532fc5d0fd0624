#if canImport(Testing)
public import Dependence
public import Testing

extension Trait where Self == DependencyTrait {
  /// Registers modules, and lists of modules, for a test, or for every test of a suite.
  ///
  /// ```swift
  /// @Test(.modules { Module { QuietWidgets() as any WidgetModuleType } })
  /// ```
  ///
  /// What they make is made anew for each test case. A later trait may register the same again, and wins.
  public static func modules(
    @InstallationBuilder _ modules: @escaping @Sendable () -> [any DependencyInstalling],
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    DependencyTrait(at: sourceLocation) { values in
      let parts = modules()
      if let first = parts.first { type(of: first).install(parts, in: &values) }
    }
  }

  /// Registers a list of modules for a test, or for every test of a suite.
  public static func modules(
    _ modules: some DependencyInstalling,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    .modules({ modules }, sourceLocation: sourceLocation)
  }
}

/// Collects what a scope is given, such as modules and lists of modules, into one list.
@resultBuilder
public enum InstallationBuilder {
  /// Parts of one list.
  public typealias Parts = [any DependencyInstalling]

  /// A module, or the modules of another list.
  public static func buildExpression(_ part: some DependencyInstalling) -> Parts { [part] }
  /// All parts, in order.
  public static func buildBlock(_ parts: Parts...) -> Parts { parts.flatMap(\.self) }
  /// The parts of a condition that may not hold.
  public static func buildOptional(_ parts: Parts?) -> Parts { parts ?? [] }
  /// The parts of the first branch.
  public static func buildEither(first parts: Parts) -> Parts { parts }
  /// The parts of the second branch.
  public static func buildEither(second parts: Parts) -> Parts { parts }
  /// The parts of every pass of a loop.
  public static func buildArray(_ parts: [Parts]) -> Parts { parts.flatMap(\.self) }
  /// The parts of a platform's newer versions.
  public static func buildLimitedAvailability(_ parts: Parts) -> Parts { parts }
}
#endif
