public import Dependence

// MARK: - Registering

extension DependencyValues {
  /// Registers modules in this scope.
  ///
  /// What they make is made anew for this scope, and so is what needs it; everything else is shared with
  /// the scopes around. If two of the modules register the same, that is a reported issue, and the later
  /// one counts; to register anew what a scope around has registered is none.
  public mutating func register(_ modules: Dependencies) {
    for duplicate in modules.duplicates { IssuePath.deliver(duplicate, from: .current) }
    install(modules)
  }

  /// Registers one module in this scope.
  public mutating func register(_ module: Module) { register(Dependencies { module }) }

  /// Registers the modules of a builder in this scope.
  public mutating func register(@ModuleBuilder _ modules: () -> [Module]) {
    register(Dependencies(modules))
  }

  mutating func install(_ modules: Dependencies) {
    for module in modules.modules { module.slot.install(module.registration, in: &self) }
  }
}

// MARK: - As parts of a list

extension Dependencies: DependencyInstalling {
  /// Registers modules, and the modules of lists, as one list.
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
  }
}

extension Module: DependencyInstalling {
  /// Registers modules, and the modules of lists, as one list.
  public static func install(
    _ parts: [any DependencyInstalling],
    in values: inout DependencyValues
  ) {
    Dependencies.install(parts, in: &values)
  }
}

// MARK: - Reading and overriding

extension DependencyValues {
  /// The value of a property of ``Dependencies``. To assign one runs no factory.
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

  /// The value of what a ``Module`` registers by its type, and by a name if you give one. To assign one
  /// runs no factory, and needs no module.
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
    slot.read(from: frame, at: readerPlace ?? .written(site), isConfiguring: isConfiguring)
  }

  private mutating func bind<Value>(_ slot: TypedSlot<Value>, to value: Value, at site: SourceSite)
  {
    slot.install(Registration(.value { value }, at: site), in: &self)
  }
}

// MARK: - Fresh instances

extension DependencyValues {
  /// Has a property of ``Dependencies`` made anew for this scope, by what makes it here already.
  ///
  /// Nothing is made now, and what needs it is made anew as well. To renew what a scope has bound to a
  /// value is a reported issue and does nothing.
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

  /// Has what a ``Module`` registers made anew for this scope, by what makes it here already.
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
    let registered =
      frame.bound(slot.registration) ?? frame.prepared(slot.registration)
      ?? slot.own.map { Bound(registration: $0, generation: 0) }
    if let made = registered?.registration, made.isValue {
      let message = ModuleMessages.renewedValue(slot, boundAt: made.site)
      return IssuePath.deliver(DependencyIssue(message, at: site), from: frame)
    }
    // The same registration, as old as it is, in a frame of its own: what was made by it elsewhere was built
    // on another one.
    if let registered { bind(slot.registration, to: registered) }
  }
}
