/// Methods for dependencies that are identified by a label instead of a key type, such as
/// dependencies registered by modules. See ``RecordLabel``.
extension Frame {
  /// Returns the value of the innermost override of a key in this frame's scope, or `nil` if the
  /// scope does not override the key.
  ///
  /// - Parameter isInput: Whether to record that a default value that is being computed in this
  ///   scope depends on the result.
  package final func bound<Value>(_ record: KeyRecord<Value>, isInput: Bool = true) -> Value? {
    if isInput { return override(of: record)?.value }
    return (anyOverride(of: record) as? OverrideFrame<Value>)?.value
  }

  /// Returns the value installed for a key by `prepareDependencies` or a list of modules, or `nil`
  /// if no value has been installed.
  ///
  /// - Parameter marksRead: Whether this call prevents a value for the key from being installed
  ///   later.
  package final func prepared<Value>(_ record: KeyRecord<Value>, marksRead: Bool = false) -> Value?
  {
    root.cache.prepared(record, marksRead: marksRead)?.value(as: Value.self)
  }

  /// Notifies observers that a dependency has been read in the scope of this frame. Also reports an
  /// issue if the test that owns the scope has ended, or if the read ignores a hidden override.
  package final func noticeRead(
    of record: AnyKeyRecord,
    from source: @autoclosure () -> DependencyRead.Source,
    at location: ReadLocation,
    isPartOfAssignment: Bool = false
  ) {
    root.reportIfLate(record.name, at: location.site ?? .unknown, from: self)
    if !isPartOfAssignment { reportHiddenOverride(of: record, at: location) }
    guard isObserved else { return }
    tellObservers(of: record, from: source(), at: location, isPartOfAssignment: isPartOfAssignment)
  }

  /// Copies the overrides in this frame's scope into a new scope nested in the scope of `bottom`,
  /// and returns the new scope's innermost frame. Only overrides of dependencies that have key
  /// types are copied. Observers, issue reporters and module registrations are not.
  package final func keyOverrides(over bottom: Frame) -> Frame {
    sequence(first: self, next: \.outer).reversed().reduce(bottom) { top, frame in
      frame.record?.isLabeled == false ? frame.copy(over: top) : top
    }
  }
}

extension DependencyValues {
  /// Creates a `DependencyValues` that represents a scope. Overrides assigned to it go into a new
  /// nested scope.
  ///
  /// - Parameter frame: The scope's innermost frame. A scope is a chain of frames, each of which
  ///   usually stores one override.
  package init(over frame: Frame) { self.init(frame, for: .root) }

  /// Calls `update` to assign overrides in a new scope nested in the scope of `frame`. Returns the
  /// values of the new scope, and the result of `update`.
  package static func assigning<Result>(
    over frame: Frame,
    _ update: (inout DependencyValues) throws -> Result
  ) rethrows -> (values: DependencyValues, result: Result) {
    var values = DependencyValues(over: frame)
    frame.beginAssignment()
    defer { frame.endAssignment() }
    let result = try update(&values)
    return (values, result)
  }

  /// Calls the asynchronous function `update` to assign overrides in a new scope nested in the
  /// scope of `frame`. Returns the values of the new scope.
  package nonisolated(nonsending) static func assigning(
    over frame: Frame,
    _ update: (inout DependencyValues) async throws -> Void
  ) async rethrows -> DependencyValues {
    var values = DependencyValues(over: frame)
    frame.beginAssignment()
    defer { frame.endAssignment() }
    try await update(&values)
    return values
  }

  /// Assigns `value` as an override of the dependency identified by `record`.
  package mutating func bind<Value>(_ record: KeyRecord<Value>, to value: Value) {
    set(record, to: value)
  }
}

extension Dependency {
  /// The key path that this wrapper reads, the scope that it reads from, and the wrapper's source
  /// location. This is `nil` if the wrapper has the resolution `.captured`, or if it reads a key
  /// instead of a key path.
  package var reading: (path: KeyPath<DependencyValues, Value>, frame: Frame, site: SourceSite)? {
    let (site, frame): (ReadSite, Frame)
    switch storage {
    case .lazy(let lazy): (site, frame) = (lazy.object, readingFrame)
    case .inherited(let inheriting):
      (site, frame) = (inheriting.site, inheriting.frame(readFrom: readingFrame))
    case .captured: return nil
    }
    return site.path.map {
      // The unchecked cast is safe because a wrapper's site stores the key path from which the
      // wrapper was created, and that key path has the wrapper's value type.
      (unsafeDowncast($0, to: KeyPath<DependencyValues, Value>.self), frame, site.location.site)
    }
  }
}
