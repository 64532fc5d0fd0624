public import Dependence

extension Dependencies {
  /// Has a property made by `make` from now on, everywhere under this root: in a preview the process, in a
  /// test the one test case. What was made of it so far is forgotten; what was built on that stays.
  ///
  /// A module that a scope registers after this wins over it. A value that a scope around has bound cannot
  /// be taken away, so an override there is a reported issue. In the context `live` it is an issue and a
  /// trap, before anything changes.
  public static func override<Value: Sendable>(
    _ keyPath: any KeyPath<Dependencies, Value> & Sendable,
    with make: @escaping @Sendable () -> Value,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = SourceSite(fileID, filePath, line, column)
    Slots.slot(of: keyPath, at: site).override(with: make, at: site)
  }

  /// Has a property made on the main actor by `make` from now on, everywhere under this root. A first read that is not on the
  /// main actor traps.
  public static func override<Value: Sendable>(
    _ keyPath: any KeyPath<Dependencies, Value> & Sendable,
    onMainActor make: @escaping @MainActor @Sendable () -> Value,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = SourceSite(fileID, filePath, line, column)
    Slots.slot(of: keyPath, at: site).override(with: { MainActor.assumeIsolated(make) }, at: site)
  }

  /// Has what a ``Module`` registers made by `make` from now on, everywhere under this root.
  public static func override<Value: Sendable>(
    _ type: Value.Type,
    named name: String? = nil,
    with make: @escaping @Sendable () -> Value,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let slot = Slots.slot(of: type, named: name)
    slot.override(with: make, at: SourceSite(fileID, filePath, line, column))
  }

  /// Has a property made by `make` from now on, and everything else that is registered made anew, so that
  /// nothing goes on that was built on the old one.
  ///
  /// Other overrides stay. A `DependencyKey` is no part of this: its default keeps what it was built on.
  public static func overrideResettingAll<Value: Sendable>(
    _ keyPath: any KeyPath<Dependencies, Value> & Sendable,
    with make: @escaping @Sendable () -> Value,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = SourceSite(fileID, filePath, line, column)
    Slots.slot(of: keyPath, at: site).override(with: make, resettingAll: true, at: site)
  }

  /// Has what a ``Module`` registers made by `make` from now on, and everything else made anew.
  public static func overrideResettingAll<Value: Sendable>(
    _ type: Value.Type,
    named name: String? = nil,
    with make: @escaping @Sendable () -> Value,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = SourceSite(fileID, filePath, line, column)
    Slots.slot(of: type, named: name).override(with: make, resettingAll: true, at: site)
  }

  /// Takes back what was overridden for one property, which is made anew by what is registered, or by
  /// itself. What was built on the override stays, and so do all other overrides.
  ///
  /// In the context `live` it is an issue and a trap.
  public static func reset<Value: Sendable>(
    _ keyPath: any KeyPath<Dependencies, Value> & Sendable,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = SourceSite(fileID, filePath, line, column)
    Slots.slot(of: keyPath, at: site).reset(at: site)
  }

  /// Takes back what was overridden for what a ``Module`` registers, which is made anew by that.
  public static func reset<Value: Sendable>(
    _ type: Value.Type,
    named name: String? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    Slots.slot(of: type, named: name).reset(at: SourceSite(fileID, filePath, line, column))
  }

  /// Forgets every override that was made with ``override(_:with:fileID:filePath:line:column:)``, and has
  /// everything that is registered made anew. Modules stay registered.
  ///
  /// Tests need no reset between them, because every test case has a root of its own. In the context `live`
  /// it is an issue and a trap.
  public static func reset(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = SourceSite(fileID, filePath, line, column)
    Frame.current.trapIfLive("reset", "everything that is registered", at: site)
    Generations.of(.current).update { $0.reset() }
  }

  /// The context in which dependencies are made here: see `DependencyValues.context`.
  public static var context: DependencyContext { Frame.current.context }
}

extension TypedSlot {
  /// Puts a factory in place of what makes the value under this root.
  fileprivate func override(
    with make: @escaping @Sendable () -> Value,
    resettingAll: Bool = false,
    at site: SourceSite
  ) {
    let frame = Frame.readable
    let verb = resettingAll ? "overrideResettingAll" : "override"
    frame.trapIfLive(verb, name, at: site)
    if let bound = bound(in: frame), bound.isValue {
      let message = ModuleMessages.hiddenOverride(self, verb, boundAt: bound.site)
      IssuePath.deliver(DependencyIssue(message, at: site), from: frame)
    }
    let registration = Registration(.sync(make), at: site)
    Generations.of(frame).update {
      $0.override(number, by: registration, resettingAll: resettingAll)
    }
  }

  /// Leaves it to what is registered to make the value under this root.
  fileprivate func reset(at site: SourceSite) {
    let frame = Frame.readable
    frame.trapIfLive("reset", name, at: site)
    Generations.of(frame).update { $0.override(number, by: nil) }
  }
}

extension Frame {
  /// Traps in an app: there, what was handed out is never replaced.
  fileprivate func trapIfLive(_ verb: String, _ subject: String, at site: SourceSite) {
    guard context == .live else { return }
    ModuleMessages.trap(ModuleMessages.overriddenLive(verb, subject), at: site, from: self)
  }
}
