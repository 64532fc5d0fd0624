public import Dependence

extension Dependencies {
  /// Overrides a property of ``Dependencies`` for the whole app or test case. From then on, reads
  /// return a value created by `make`. Instances that already use the old value keep it.
  ///
  /// A module registered later in a scope takes precedence over this override. If the calling scope
  /// or an enclosing one has assigned a value to the property, reads in that scope ignore the
  /// override, and this method reports an issue.
  ///
  /// In the `live` context, this method reports an issue and traps without changing anything. If
  /// tests are running but the call belongs to none of them, as in a detached task started by a
  /// Swift Testing test, this method reports an issue and changes nothing. The same applies to a
  /// call in a trait that runs around a whole suite, unless the trait makes the call in the
  /// operation of `withDependencies`.
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

  /// Overrides a property of ``Dependencies`` for the whole app or test case with a value created
  /// by `make` on the main actor. The first read traps if it does not happen on the main actor.
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

  /// Overrides the dependency registered for a type (and for a name, if one is given) in the whole
  /// app or test case. From then on, reads return a value created by `make`.
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

  /// Overrides a property of ``Dependencies`` for the whole app or test case, and discards the
  /// instances of all other registered dependencies, because they may use the old value.
  ///
  /// Other overrides stay in effect. Default values of a `DependencyKey` are not discarded.
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

  /// Overrides the dependency registered for a type (and for a name, if one is given) in the whole
  /// app or test case. Discards the instances of all other registered dependencies, because they
  /// may use the old value.
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

  /// Removes the override of a property in ``Dependencies``. The next read creates a new value with
  /// the registered module or, if the property has no module, with its getter. Other overrides stay
  /// in effect, and instances that already use the overriding value keep it.
  ///
  /// In the `live` context, this method reports an issue and traps.
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

  /// Removes the override of the dependency registered for a type and, optionally, a name. The next
  /// read creates a new value with the module's factory.
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

  /// Removes all overrides installed by methods such as
  /// ``override(_:with:fileID:filePath:line:column:)``, and discards all instances. Modules stay
  /// registered. Discarded instances are no longer returned, but they are only deallocated when the
  /// test case or the process ends.
  ///
  /// Tests do not need to call this method, because each test case has its own instances. In the
  /// `live` context, this method reports an issue and traps.
  public static func reset(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = SourceSite(fileID, filePath, line, column)
    let frame = Frame.current
    frame.trapIfLive("reset", "all registered dependencies", at: site)
    if frame.refuses("Dependencies.reset", at: site) { return }
    frame.root.reportIfLate("Dependencies.reset", was: "called", at: site, from: frame)
    Generations.of(frame).update { $0.reset() }
  }

  /// The context in which dependencies are currently created, such as `.test`.
  public static var context: DependencyContext {
    Frame.current.readContext(at: .unknown)
  }
}

extension TypedSlot {
  fileprivate func override(
    with make: @escaping @Sendable () -> Value,
    resettingAll: Bool = false,
    at site: SourceSite
  ) {
    let frame = Frame.readable
    let verb = resettingAll ? "overrideResettingAll" : "override"
    frame.trapIfLive(verb, name, at: site)
    if frame.refuses("Dependencies.\(verb)", at: site) { return }
    frame.root.reportIfLate("Dependencies.\(verb)", was: "called", at: site, from: frame)
    if let bound = bound(in: frame), bound.isValue {
      let message = ModuleMessages.hiddenOverride(self, verb, boundAt: bound.site)
      IssuePath.deliver(DependencyIssue(message, at: site), from: frame)
    }
    let registration = Registration(.sync(make), at: site)
    Generations.of(frame).update {
      $0.override(id, by: registration, resettingAll: resettingAll)
    }
    if frame.isObserved {
      for observer in frame.observers { observer.didBind(self.registration, at: site) }
    }
  }

  /// Removes this dependency's override, so that the registered factory creates a new value on the
  /// next read.
  fileprivate func reset(at site: SourceSite) {
    let frame = Frame.readable
    frame.trapIfLive("reset", name, at: site)
    if frame.refuses("Dependencies.reset", at: site) { return }
    frame.root.reportIfLate("Dependencies.reset", was: "called", at: site, from: frame)
    Generations.of(frame).update { $0.override(id, by: nil) }
  }
}

extension Frame {
  /// Reports an issue and traps in the `live` context, because a running app must not replace
  /// instances that are in use.
  fileprivate func trapIfLive(_ verb: String, _ subject: String, at site: SourceSite) {
    guard context == .live else { return }
    ModuleMessages.trap(ModuleMessages.overriddenLive(verb, subject), at: site, from: self)
  }
}
