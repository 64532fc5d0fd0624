import Dependence

/// Registers what makes a dependency.
///
/// Which dependency that is says the type of what the closure returns, so write `as any WidgetModuleType`
/// to register it by a protocol. A name tells several of one type apart. The closure runs at the first
/// read, once for each root, in the scope of that read, and may read other dependencies.
///
/// A closure that throws or awaits makes its value asynchronously: await
/// ``Dependencies/resolve(_:named:fileID:filePath:line:column:)-569ku`` before anything reads it.
public struct Module: Sendable {
  let slot: Slot
  private(set) var registration: any AnyRegistration

  init<Value>(_ slot: TypedSlot<Value>, _ registration: Registration<Value>) {
    self.slot = slot
    self.registration = registration
  }

  /// The module, for ``Dependencies/validate(_:fileID:filePath:line:column:)`` not to run: to make it touches the world.
  public func notRehearsed() -> Module {
    var copy = self
    copy.registration.isRehearsed = false
    return copy
  }

  var site: SourceSite { registration.site }
}

// MARK: - By type

extension Module {
  /// Registers a dependency by its type, and by a name if you give one.
  public init<Value: Sendable>(
    _ name: String? = nil,
    _ make: @escaping @Sendable () -> Value,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(Slots.slot(of: Value.self, named: name), Registration(.sync(make), at: site))
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
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(Slots.slot(of: Value.self, named: name), Registration(.async(make), at: site))
  }

  /// Registers a dependency by its type, and by a name if you give one; the parameters of the closure are
  /// what it needs, by type.
  public init<Need: Sendable, each Other: Sendable, Value: Sendable>(
    _ name: String? = nil,
    _ make: @escaping @Sendable (Need, repeat each Other) -> Value,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(Slots.slot(of: Value.self, named: name), Registration(make, at: site))
  }
}

// MARK: - By key path

extension Module {
  /// Provides a property of ``Dependencies``, in place of what that makes itself.
  public init<Value: Sendable>(
    _ keyPath: any KeyPath<Dependencies, Value> & Sendable,
    _ make: @escaping @Sendable () -> Value,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(Slots.slot(of: keyPath, at: site), Registration(.sync(make), at: site))
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
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(Slots.slot(of: keyPath, at: site), Registration(.async(make), at: site))
  }

  /// Provides a property of ``Dependencies``; the parameters of the closure are what it needs, by type.
  public init<Need: Sendable, each Other: Sendable, Value: Sendable>(
    _ keyPath: any KeyPath<Dependencies, Value> & Sendable,
    _ make: @escaping @Sendable (Need, repeat each Other) -> Value,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(Slots.slot(of: keyPath, at: site), Registration(make, at: site))
  }
}
