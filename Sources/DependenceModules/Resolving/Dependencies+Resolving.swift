import Dependence

extension Dependencies {
  /// The value that is registered by a type, and by a name if you give one, as seen from here.
  ///
  /// - Throws: ``ModuleError``, reported as well, if nothing is registered, or it was not made yet.
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

  /// The value that is registered by a type, and by a name if you give one, as seen from here; nil if there is none.
  ///
  /// A wrapper asks the same with an optional type: `@Inject var tracker: (any Tracker)?`. What is made
  /// asynchronously, and was not made yet, is a reported issue and nil.
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

  /// The value that is registered by a type, and by a name if you give one, as seen from here; made now, if it is
  /// made asynchronously.
  ///
  /// Everyone who asks while it is made waits for the one that is being made, and one that stops waiting
  /// does not stop the others. After an error the next one who asks tries again.
  ///
  /// - Throws: ``ModuleError``, reported as well, if nothing is registered, or factories wait for each
  ///   other; what the factory throws; `CancellationError` if the caller is cancelled while it waits.
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

  /// The value of a property, as seen from here.
  ///
  /// A property that is left to a module, and that no module provides, traps: only when it runs does it say
  /// that it is left to one.
  ///
  /// - Throws: ``ModuleError``, reported as well, if it was not made yet.
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

  /// The value of a property, as seen from here; made now, if it is made asynchronously.
  ///
  /// - Throws: What the form by type throws.
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
  /// Leaves it to a ``Module`` to make a property: a package declares it, the app provides it.
  ///
  /// ```swift
  /// extension Dependencies {
  ///   var parcels: any ParcelService { Dependencies.forwarding(for: \.parcels) }
  /// }
  /// ```
  ///
  /// Where no module provides the property, to read it is a reported issue and a trap. With the key path of
  /// another property it reads that one.
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
    guard Building.current?.slot === slot else {
      return slot.read(from: .readable, at: .written(site))
    }
    if case .property(_, _, let name) = slot.subject { name.learn(function) }
    ModuleProblem.unregistered(slot).trap(at: site, from: frame)
  }
}
