import Dependence

/// The registration of one dependency, with the factory that creates its value.
///
/// The factory closure's return type identifies the dependency. To register a value as a protocol,
/// write `as any WidgetModuleType`. To register several dependencies of the same type, give them
/// names. By default, the closure runs once per app or test case, in the scope of the first read.
/// Pass a `DependencyLifetime` to change how long the value is kept.
///
/// If the closure throws or awaits, the dependency is asynchronous. Call
/// ``Dependencies/resolveAsync(_:named:fileID:filePath:line:column:)`` before you read it. Such a
/// closure cannot have parameters. Call the same method in the closure for each dependency that it
/// needs.
public struct Module: Sendable {
  let slot: Slot
  var registration: any AnyRegistration

  /// Returns a copy of this module whose factory is not run by
  /// ``Dependencies/validate(_:in:fileID:filePath:line:column:)``. Use this method for factories with
  /// side effects.
  public func skippingValidation() -> Module {
    var copy = self
    copy.registration = registration.notRehearsed
    return copy
  }

  var site: SourceSite { registration.site }
}

// MARK: - By type

extension Module {
  /// Registers a dependency identified by its value's type and, optionally, a name.
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

  /// Registers a dependency whose factory is asynchronous. The dependency is identified by its
  /// value's type and, optionally, a name.
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

  /// Registers a dependency whose factory has parameters. Each argument is the value of the
  /// dependency registered for the parameter's type.
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
  /// Registers a factory that replaces the getter of a property in ``Dependencies``.
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

  /// Registers an asynchronous factory that replaces the getter of a property in ``Dependencies``.
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

  /// Registers a factory that has parameters and replaces the getter of a property in
  /// ``Dependencies``. Each argument is the value of the dependency registered for the parameter's
  /// type.
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

/// A result builder that collects modules and lists of modules into one list.
@resultBuilder
public enum ModuleBuilder {
  /// Creates a list of modules from one module.
  public static func buildExpression(_ module: Module) -> [Module] { [module] }
  /// Returns the modules of a nested list, so that they become part of the list being built.
  public static func buildExpression(_ modules: Dependencies) -> [Module] { modules.modules }
  /// Concatenates the modules from all statements, in order.
  public static func buildBlock(_ modules: [Module]...) -> [Module] { modules.flatMap(\.self) }
  /// Returns the modules from an `if` statement without an `else` branch, or no modules if its
  /// condition is false.
  public static func buildOptional(_ modules: [Module]?) -> [Module] { modules ?? [] }
  /// Returns the modules from the first branch of an `if` or `switch` statement.
  public static func buildEither(first modules: [Module]) -> [Module] { modules }
  /// Returns the modules from the second branch of an `if` or `switch` statement.
  public static func buildEither(second modules: [Module]) -> [Module] { modules }
  /// Concatenates the modules from all iterations of a loop.
  public static func buildArray(_ modules: [[Module]]) -> [Module] { modules.flatMap(\.self) }
  /// Returns the modules from a block with an availability condition.
  public static func buildLimitedAvailability(_ modules: [Module]) -> [Module] { modules }
}
