public import Dependence

// MARK: - Registering

extension DependencyValues {
  /// Registers modules in this scope.
  ///
  /// The modules' dependencies, and all dependencies that need them, get new instances in this
  /// scope. All other instances are shared with the enclosing scopes. If two of the modules
  /// register the same dependency, this method reports an issue, and the later module is used. A
  /// module may replace a registration from an enclosing scope.
  public mutating func register(_ modules: Dependencies) {
    for duplicate in modules.duplicates { IssuePath.deliver(duplicate, from: .current) }
    install(modules)
  }

  /// Registers a single module in this scope.
  public mutating func register(_ module: Module) { register(Dependencies { module }) }

  /// Registers the modules from a result builder closure in this scope.
  public mutating func register(@ModuleBuilder _ modules: () -> [Module]) {
    register(Dependencies(modules))
  }

  mutating func install(_ modules: Dependencies) {
    for module in modules.modules { module.slot.install(module.registration, in: &self) }
  }
}

// MARK: - Conformances to DependencyInstalling

extension Dependencies: DependencyInstalling {
  /// Registers the modules and lists of modules among `parts` in a scope, as if they were a single
  /// list. Then installs the other parts, such as a dependency graph.
  public static func install(
    _ parts: [any DependencyInstalling],
    in values: inout DependencyValues
  ) {
    values.register {
      for part in parts {
        if let module = part as? Module { module }
        if let list = part as? Dependencies { list }
      }
    }
    for part in parts where !(part is Module || part is Dependencies) {
      type(of: part).install([part], in: &values)
    }
  }
}

extension Module: DependencyInstalling {
  /// Registers the modules and lists of modules among `parts` in a scope, as if they were a single
  /// list. Then installs the other parts.
  public static func install(
    _ parts: [any DependencyInstalling],
    in values: inout DependencyValues
  ) {
    Dependencies.install(parts, in: &values)
  }
}

// MARK: - Reading and overriding

extension DependencyValues {
  /// The value of a dependency declared as a property of ``Dependencies``. Assigning a value
  /// overrides the dependency in this scope, without running its factory.
  public subscript<Value: Sendable>(
    _ keyPath: any KeyPath<Dependencies, Value> & Sendable, fileID fileID: String = #fileID,
    filePath filePath: String = #filePath, line line: Int = #line, column column: Int = #column
  ) -> Value {
    get {
      let site = SourceSite(fileID, filePath, line, column)
      return value(of: Slots.slot(of: keyPath, at: site), at: site)
    }
    set {
      let site = SourceSite(fileID, filePath, line, column)
      bind(Slots.slot(of: keyPath, at: site), to: newValue, at: site)
    }
  }

  /// The dependency registered for a type and, optionally, a name. Assigning a value overrides the
  /// dependency in this scope without running a factory, even if no module registers the
  /// dependency.
  public subscript<Value: Sendable>(
    module type: Value.Type, named name: String? = nil, fileID fileID: String = #fileID,
    filePath filePath: String = #filePath, line line: Int = #line, column column: Int = #column
  ) -> Value {
    get {
      let site = SourceSite(fileID, filePath, line, column)
      return value(of: Slots.slot(of: type, named: name), at: site)
    }
    set {
      let site = SourceSite(fileID, filePath, line, column)
      bind(Slots.slot(of: type, named: name), to: newValue, at: site)
    }
  }

  private func value<Value>(of slot: TypedSlot<Value>, at site: SourceSite) -> Value {
    slot.read(
      from: frame,
      at: readerLocation ?? .written(site),
      isPartOfAssignment: isPartOfAssignment
    )
  }

  private mutating func bind<Value>(_ slot: TypedSlot<Value>, to value: Value, at site: SourceSite)
  {
    slot.install(Registration(.value { value }, at: site), in: &self)
  }
}

// MARK: - Fresh instances

extension DependencyValues {
  /// Makes this scope use a new instance of a dependency declared as a property of
  /// ``Dependencies``.
  ///
  /// The next read creates the instance with the registered factory. Dependencies that need the
  /// property also get new instances in this scope. If the property was overridden with a value,
  /// this method reports an issue and has no other effect.
  public mutating func renew<Value: Sendable>(
    _ keyPath: any KeyPath<Dependencies, Value> & Sendable,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = SourceSite(fileID, filePath, line, column)
    renew(Slots.slot(of: keyPath, at: site), at: site)
  }

  /// Makes this scope use a new instance of the dependency registered for a type and, optionally, a
  /// name. If the dependency is not registered, this method reports an issue.
  public mutating func renew<Value: Sendable>(
    _ type: Value.Type,
    named name: String? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    renew(Slots.slot(of: type, named: name), at: SourceSite(fileID, filePath, line, column))
  }

  private mutating func renew(_ slot: Slot, at site: SourceSite) {
    guard let made = slot.registered(from: frame) else {
      let message = ModuleMessages.unregistered(slot, from: frame)
      return IssuePath.deliver(DependencyIssue(message, at: site), from: frame)
    }
    if made.isValue {
      let message = ModuleMessages.renewedValue(slot, boundAt: made.site)
      return IssuePath.deliver(DependencyIssue(message, at: site), from: frame)
    }
    // The registration is stored as an override of a key. A cached instance is valid only in scopes
    // that contain the very override with which it was created. A new override makes this scope
    // create a new instance, even though the registration is the same.
    slot.install(made, in: &self)
  }
}
