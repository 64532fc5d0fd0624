import Dependence

/// A registration of the factory for one dependency.
///
/// The return type of the closure identifies the dependency. Write `as any WidgetModuleType` to
/// register it as a protocol. A name distinguishes several dependencies of one type. The closure
/// runs in the scope of the first read, once per app or test case, or as `DependencyLifetime`
/// specifies.
///
/// A closure that throws or awaits is asynchronous. Call
/// ``Dependencies/resolveAsync(_:named:fileID:filePath:line:column:)`` before reading the
/// dependency.
public struct Module: Sendable {
  let slot: Slot
  var registration: any AnyRegistration

  /// Returns a copy of this module whose factory is not run by
  /// ``Dependencies/validate(_:fileID:filePath:line:column:)``. Use it for factories with side
  /// effects.
  public func skippingValidation() -> Module {
    var copy = self
    copy.registration = registration.notRehearsed
    return copy
  }

  var site: SourceSite { registration.site }
}

// MARK: - By type

extension Module {
  /// Registers a dependency by its type and, optionally, by a name.
  public init<Value: Sendable>(
    _ name: String? = nil,
    lifetime: DependencyLifetime = .singleton,
    _ make: @escaping @Sendable () -> Value,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    slot = Slots.slot(of: Value.self, named: name)
    let site = SourceSite(fileID, filePath, line, column)
    registration = Registration(.sync(make), lifetime, at: site)
  }

  /// Registers a dependency with an asynchronous factory by its type and, optionally, by a name.
  public init<Value: Sendable>(
    _ name: String? = nil,
    _ make: @escaping @Sendable () async throws -> Value,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    slot = Slots.slot(of: Value.self, named: name)
    registration = Registration(.async(make), at: SourceSite(fileID, filePath, line, column))
  }

  /// Registers a dependency whose factory has parameters. Each parameter receives the dependency
  /// that is registered for its type.
  public init<Need: Sendable, each Other: Sendable, Value: Sendable>(
    _ name: String? = nil,
    lifetime: DependencyLifetime = .singleton,
    _ make: @escaping @Sendable (Need, repeat each Other) -> Value,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    slot = Slots.slot(of: Value.self, named: name)
    registration = Registration(make, lifetime, at: SourceSite(fileID, filePath, line, column))
  }
}

// MARK: - By key path

extension Module {
  /// Registers a factory that replaces the getter of a property of ``Dependencies``.
  public init<Value: Sendable>(
    _ keyPath: any KeyPath<Dependencies, Value> & Sendable,
    lifetime: DependencyLifetime = .singleton,
    _ make: @escaping @Sendable () -> Value,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = SourceSite(fileID, filePath, line, column)
    registration = Registration(.sync(make), lifetime, at: site)
    slot = Slots.slot(of: keyPath, at: registration.site)
  }

  /// Registers an asynchronous factory that replaces the getter of a property of ``Dependencies``.
  public init<Value: Sendable>(
    _ keyPath: any KeyPath<Dependencies, Value> & Sendable,
    _ make: @escaping @Sendable () async throws -> Value,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    registration = Registration(.async(make), at: SourceSite(fileID, filePath, line, column))
    slot = Slots.slot(of: keyPath, at: registration.site)
  }

  /// Registers a factory with parameters for a property of ``Dependencies``. Each parameter
  /// receives the dependency that is registered for its type.
  public init<Need: Sendable, each Other: Sendable, Value: Sendable>(
    _ keyPath: any KeyPath<Dependencies, Value> & Sendable,
    lifetime: DependencyLifetime = .singleton,
    _ make: @escaping @Sendable (Need, repeat each Other) -> Value,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    registration = Registration(make, lifetime, at: SourceSite(fileID, filePath, line, column))
    slot = Slots.slot(of: keyPath, at: registration.site)
  }
}

/// The result builder that collects modules, and lists of modules, into one list.
@resultBuilder
public enum ModuleBuilder {
  /// Adds one module.
  public static func buildExpression(_ module: Module) -> [Module] { [module] }
  /// Adds the modules of another list.
  public static func buildExpression(_ modules: Dependencies) -> [Module] { modules.modules }
  /// Concatenates the modules of all statements in order.
  public static func buildBlock(_ modules: [Module]...) -> [Module] { modules.flatMap(\.self) }
  /// Adds the modules of an `if` statement without an `else` branch.
  public static func buildOptional(_ modules: [Module]?) -> [Module] { modules ?? [] }
  /// Adds the modules of the first branch of an `if` or `switch` statement.
  public static func buildEither(first modules: [Module]) -> [Module] { modules }
  /// Adds the modules of the second branch of an `if` or `switch` statement.
  public static func buildEither(second modules: [Module]) -> [Module] { modules }
  /// Adds the modules of all iterations of a loop.
  public static func buildArray(_ modules: [[Module]]) -> [Module] { modules.flatMap(\.self) }
  /// Adds the modules of a block with an availability condition.
  public static func buildLimitedAvailability(_ modules: [Module]) -> [Module] { modules }
}
