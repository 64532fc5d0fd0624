import Dependence

extension Dependencies {
  /// Returns the dependency that is registered for a type and, optionally, for a name.
  ///
  /// - Throws: ``ModuleError`` if the dependency is not registered, or if its asynchronous factory
  ///   has not been awaited. The error is also reported as an issue.
  public static func resolve<Value: Sendable>(
    _ type: Value.Type = Value.self,
    named name: String? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) throws -> Value {
    try Slots.slot(of: type, named: name).resolve(at: SourceSite(fileID, filePath, line, column))
  }

  /// Returns the dependency that is registered for a type and, optionally, for a name. Returns
  /// `nil` if it is not registered.
  ///
  /// The equivalent wrapper is `@Inject var tracker: (any Tracker)?`. If an asynchronous factory
  /// has not been awaited, this method reports an issue and returns `nil`.
  public static func resolveIfRegistered<Value: Sendable>(
    _ type: Value.Type = Value.self,
    named name: String? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Value? {
    Slots.slot(of: type, named: name).valueIfRegistered(
      at: SourceSite(fileID, filePath, line, column)
    )
  }

  /// Returns the dependency that is registered for a type and, optionally, for a name. Waits for
  /// its factory if the factory is asynchronous.
  ///
  /// Concurrent callers wait for the same run of the factory. Cancelling one of them does not
  /// affect the others. After an error, the next call runs the factory again.
  ///
  /// - Throws: ``ModuleError`` if the dependency is not registered or is part of a cycle, which is
  ///   also reported as an issue. The error of the factory, or `CancellationError` if the wait is
  ///   cancelled.
  public nonisolated(nonsending) static func resolveAsync<Value: Sendable>(
    _ type: Value.Type = Value.self,
    named name: String? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async throws -> Value {
    try await Slots.slot(of: type, named: name).await(
      at: SourceSite(fileID, filePath, line, column)
    )
  }

  /// Returns the value of a property of ``Dependencies``.
  ///
  /// Traps if the getter calls `forwarding(for:)` and no module provides the property.
  ///
  /// - Throws: ``ModuleError`` if the asynchronous factory of the property has not been awaited.
  ///   The error is also reported as an issue.
  public static func resolve<Value: Sendable>(
    _ keyPath: any KeyPath<Dependencies, Value> & Sendable,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) throws -> Value {
    let site = SourceSite(fileID, filePath, line, column)
    return try Slots.slot(of: keyPath, at: site).resolve(at: site)
  }

  /// Returns the value of a property of ``Dependencies``. Waits for an asynchronous factory.
  ///
  /// - Throws: The same errors as ``resolveAsync(_:named:fileID:filePath:line:column:)``.
  public nonisolated(nonsending) static func resolveAsync<Value: Sendable>(
    _ keyPath: any KeyPath<Dependencies, Value> & Sendable,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async throws -> Value {
    let site = SourceSite(fileID, filePath, line, column)
    return try await Slots.slot(of: keyPath, at: site).await(at: site)
  }
}

// MARK: - Forwarding

extension Dependencies {
  /// Returns the value of a property that a package declares, and that a ``Module`` of the app
  /// provides.
  ///
  /// ```swift
  /// extension Dependencies {
  ///   var parcels: any ParcelService { Dependencies.forwarding(for: \.parcels) }
  /// }
  /// ```
  ///
  /// If no module provides the property, a read reports an issue and traps. If `keyPath` refers to
  /// a different property, the value of that property is returned.
  public static func forwarding<Value: Sendable>(
    for keyPath: any KeyPath<Dependencies, Value> & Sendable,
    function: String = #function,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Value {
    let site = SourceSite(fileID, filePath, line, column)
    let slot = Slots.slot(of: keyPath, at: site)
    let frame = Frame.current
    guard RunningFactory.current?.slot === slot else {
      return slot.read(from: .readable, at: .written(site))
    }
    if case .property(_, _, let name) = slot.subject { name.learn(function) }
    ModuleProblem.unregistered(slot).trap(at: site, from: frame)
  }
}
