import Dependence

/// Registers what makes a dependency.
///
/// Which dependency that is says the type of what the closure returns, so write `as any WidgetModuleType`
/// to register it by a protocol. A name tells several of one type apart. The closure runs at the first
/// read, once for each root or `DependencyLifetime`, in the scope of that read, and may read other dependencies.
///
/// A closure that throws or awaits makes its value asynchronously: await
/// ``Dependencies/resolveAsync(_:named:fileID:filePath:line:column:)`` before anything reads it.
public struct Module: Sendable {
  let slot: Slot
  var registration: any AnyRegistration

  /// The module, for ``Dependencies/validate(_:fileID:filePath:line:column:)`` not to run: to make it touches the world.
  public func skippingValidation() -> Module {
    var copy = self
    copy.registration = registration.notRehearsed
    return copy
  }

  var site: SourceSite { registration.site }
}

// MARK: - By type

extension Module {
  /// Registers a dependency by its type, and by a name if you give one.
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

  /// Registers a dependency that is made asynchronously, by its type, and by a name if you give one.
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

  /// Registers a dependency by its type, and by a name if you give one; the parameters of the closure are
  /// what it needs, by type.
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
  /// Provides a property of ``Dependencies``, in place of what that makes itself.
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

  /// Provides a property of ``Dependencies`` with a value that is made asynchronously.
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

  /// Provides a property of ``Dependencies``; the parameters of the closure are what it needs, by type.
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

/// Collects modules, and lists of modules, into one list.
@resultBuilder
public enum ModuleBuilder {
  /// One module.
  public static func buildExpression(_ module: Module) -> [Module] { [module] }
  /// The modules of another list.
  public static func buildExpression(_ modules: Dependencies) -> [Module] { modules.modules }
  /// All of them, in order.
  public static func buildBlock(_ modules: [Module]...) -> [Module] { modules.flatMap(\.self) }
  /// Modules from an optional block.
  public static func buildOptional(_ modules: [Module]?) -> [Module] { modules ?? [] }
  /// Modules from the first branch.
  public static func buildEither(first modules: [Module]) -> [Module] { modules }
  /// Modules from the second branch.
  public static func buildEither(second modules: [Module]) -> [Module] { modules }
  /// Modules from every pass of a loop.
  public static func buildArray(_ modules: [[Module]]) -> [Module] { modules.flatMap(\.self) }
  /// Modules from a block with an availability condition.
  public static func buildLimitedAvailability(_ modules: [Module]) -> [Module] { modules }
}
