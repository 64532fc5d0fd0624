/// Access to keys that are not types, such as modules: see ``RecordLabel``.
extension Frame {
  /// Returns the value of the innermost override of a key, or `nil` if there is no override.
  package final func bound<Value>(_ record: KeyRecord<Value>) -> Value? {
    override(of: record)?.value
  }

  /// Returns the value that was prepared for a key, or `nil` if there is none.
  ///
  /// - Parameter marksRead: Whether this counts as a read, which makes later preparation fail.
  package final func prepared<Value>(_ record: KeyRecord<Value>, marksRead: Bool = false) -> Value?
  {
    root.cache.prepared(record, marksRead: marksRead)?.value()
  }

  /// Notifies observers of a read, and reports the read as an issue if the test has ended.
  package final func noticeRead(
    of record: AnyKeyRecord,
    from source: @autoclosure () -> DependencyRead.Source,
    at location: ReadLocation,
    isConfiguring: Bool = false
  ) {
    if root.isClosed { root.reportLateRead(of: record, at: location.site ?? .unknown, from: self) }
    guard isObserved else { return }
    tellObservers(of: record, from: source(), at: location, isConfiguring: isConfiguring)
  }

  /// Returns a copy of the overrides of this scope on top of `bottom`. The copy contains only
  /// overrides of keys that are types, without modules, observers and issue reporters.
  package final func keyOverrides(over bottom: Frame) -> Frame {
    sequence(first: self, next: \.outer).reversed().reduce(bottom) { top, frame in
      frame.record?.isLabelled == false ? frame.copy(over: top) : top
    }
  }
}

extension DependencyValues {
  /// Creates the values that are visible from a frame, to assign overrides for a scope inside it.
  package init(over frame: Frame) { self.init(frame, for: .root) }

  /// Overrides a key in these values.
  package mutating func bind<Value>(_ record: KeyRecord<Value>, to value: Value) {
    set(record, to: value)
  }
}

extension Dependency {
  /// The property that this wrapper reads lazily, and the wrapper's location, or `nil` for others.
  package var reading: (path: KeyPath<DependencyValues, Value>, site: SourceSite)? {
    guard case .lazy(let site) = storage else { return nil }
    return site.withObject { site in
      site.path.map {
        (unsafeDowncast($0, to: KeyPath<DependencyValues, Value>.self), site.location.site)
      }
    }
  }
}
