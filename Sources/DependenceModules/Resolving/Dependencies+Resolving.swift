import Dependence

extension Dependencies {
  /// Returns the dependency registered for a type and, optionally, a name.
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

  /// Returns the dependency registered for a type and, optionally, a name, or `nil` if there is
  /// none.
  ///
  /// The equivalent property wrapper is `@Inject var tracker: (any Tracker)?`. If the dependency's
  /// factory is asynchronous and has not been awaited, this method reports an issue and returns
  /// `nil`.
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

  /// Returns the dependency registered for a type and, optionally, a name. If its factory is
  /// asynchronous, this method waits for the factory to return.
  ///
  /// Concurrent callers share one call to the factory, and cancelling one caller does not affect
  /// the others. If the factory throws an error, the next call to this method runs it again.
  ///
  /// - Throws: The factory's error, ``ModuleError`` if the dependency is not registered or is part
  ///   of a cycle, or `CancellationError` if the calling task is cancelled. A ``ModuleError`` is
  ///   also reported as an issue.
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

  /// Returns the value of a property in ``Dependencies``.
  ///
  /// If the property's getter calls `forwarding(for:)` and no module provides the property, this
  /// method reports an issue and traps.
  ///
  /// - Throws: ``ModuleError`` if the property's asynchronous factory has not been awaited. The
  ///   error is also reported as an issue.
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

  /// Returns the value of a property in ``Dependencies``. If its factory is asynchronous, this
  /// method waits for the factory to return.
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
  /// Returns the value of a property that a package declares and the app registers with a
  /// ``Module``. Call this method in the property's getter:
  ///
  /// ```swift
  /// extension Dependencies {
  ///   var parcels: any ParcelService { Dependencies.forwarding(for: \.parcels) }
  /// }
  /// ```
  ///
  /// If no module provides the property, reading it reports an issue and traps. If `keyPath` refers
  /// to a different property, this method returns that property's value.
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
    if case .property(_, _, let name) = slot.identity { name.learn(function) }
    ModuleProblem.unregistered(slot).trap(at: site, from: frame)
  }
}
