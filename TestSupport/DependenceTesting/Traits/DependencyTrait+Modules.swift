#if canImport(Testing)
public import Dependence
public import Testing

extension Trait where Self == DependencyTrait {
  /// Registers modules or lists of modules for a test, or for every test in a suite.
  ///
  /// ```swift
  /// @Test(.modules { Module { QuietWidgets() as any WidgetModuleType } })
  /// ```
  ///
  /// Each test case gets its own instances of the registered dependencies. If several traits
  /// register the same dependency, the last one takes precedence.
  public static func modules(
    @InstallationBuilder _ modules: @escaping @Sendable () -> [any DependencyInstalling],
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    DependencyTrait(at: sourceLocation) { values in
      let parts = modules()
      if let first = parts.first { type(of: first).install(parts, in: &values) }
    }
  }

  /// Registers a module or a list of modules for a test, or for every test in a suite.
  public static func modules(
    _ modules: some DependencyInstalling,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    .modules({ modules }, sourceLocation: sourceLocation)
  }
}

/// A result builder that collects modules and lists of modules in one list.
@resultBuilder
public enum InstallationBuilder {
  /// The modules and lists of modules that the builder has collected.
  public typealias Parts = [any DependencyInstalling]

  /// Returns a list that contains a single module or list of modules.
  public static func buildExpression(_ part: some DependencyInstalling) -> Parts { [part] }
  /// Joins the lists from all statements in a block, in order.
  public static func buildBlock(_ parts: Parts...) -> Parts { parts.flatMap(\.self) }
  /// Returns the list from an `if` without `else`, or an empty list if its condition is `false`.
  public static func buildOptional(_ parts: Parts?) -> Parts { parts ?? [] }
  /// Returns the list from the first branch of a conditional statement.
  public static func buildEither(first parts: Parts) -> Parts { parts }
  /// Returns the list from the second branch of a conditional statement.
  public static func buildEither(second parts: Parts) -> Parts { parts }
  /// Joins the lists from all iterations of a loop, in order.
  public static func buildArray(_ parts: [Parts]) -> Parts { parts.flatMap(\.self) }
  /// Returns the list from an `if #available` block.
  public static func buildLimitedAvailability(_ parts: Parts) -> Parts { parts }
}
#endif
