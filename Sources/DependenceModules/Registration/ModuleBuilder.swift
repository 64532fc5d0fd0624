/// Collects modules, and lists of modules, into one list.
@resultBuilder
public enum ModuleBuilder {
  /// One module.
  public static func buildExpression(_ module: Module) -> [Module] { [module] }
  /// The modules of another list.
  public static func buildExpression(_ modules: Dependencies) -> [Module] { modules.modules }
  /// All of them, in order.
  public static func buildBlock(_ modules: [Module]...) -> [Module] { modules.flatMap(\.self) }
  /// Those of a condition that may not hold.
  public static func buildOptional(_ modules: [Module]?) -> [Module] { modules ?? [] }
  /// Those of the first branch.
  public static func buildEither(first modules: [Module]) -> [Module] { modules }
  /// Those of the second branch.
  public static func buildEither(second modules: [Module]) -> [Module] { modules }
  /// Those of every pass of a loop.
  public static func buildArray(_ modules: [[Module]]) -> [Module] { modules.flatMap(\.self) }
  /// Those of a platform's newer versions.
  public static func buildLimitedAvailability(_ modules: [Module]) -> [Module] { modules }
}
