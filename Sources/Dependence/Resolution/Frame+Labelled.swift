/// Access to keys that have no key type, such as those of modules: see ``RecordLabel``.
extension Frame {
  /// Returns the value of the innermost override of a key, or `nil` if there is no override.
  package final func bound<Value>(_ record: KeyRecord<Value>) -> Value? {
    override(of: record)?.value
  }

  /// Returns the value that was prepared for a key, or `nil` if no value was prepared.
  ///
  /// - Parameter marksRead: Whether the key can no longer be prepared after this call.
  package final func prepared<Value>(_ record: KeyRecord<Value>, marksRead: Bool = false) -> Value?
  {
    root.cache.prepared(record, marksRead: marksRead)?.value()
  }

  /// Notifies observers of a read. Also reports an issue if the test has already ended.
  package final func noticeRead(
    of record: AnyKeyRecord,
    from source: @autoclosure () -> DependencyRead.Source,
    at location: ReadLocation,
    isPartOfAssignment: Bool = false
  ) {
    if root.isClosed { root.reportLateRead(of: record, at: location.site ?? .unknown, from: self) }
    guard isObserved else { return }
    tellObservers(of: record, from: source(), at: location, isPartOfAssignment: isPartOfAssignment)
  }

  /// Returns a copy of the overrides of this scope on top of `bottom`. The copy contains no
  /// modules, observers or issue reporters.
  package final func keyOverrides(over bottom: Frame) -> Frame {
    sequence(first: self, next: \.outer).reversed().reduce(bottom) { top, frame in
      frame.record?.isLabelled == false ? frame.copy(over: top) : top
    }
  }
}

extension DependencyValues {
  /// Creates the dependencies that are visible from `frame`, to which overrides can be assigned.
  package init(over frame: Frame) { self.init(frame, for: .root) }

  /// Overrides the key of `record`.
  package mutating func bind<Value>(_ record: KeyRecord<Value>, to value: Value) {
    set(record, to: value)
  }
}

extension Dependency {
  /// The key path and location of this wrapper, or `nil` if it does not read a property lazily.
  package var reading: (path: KeyPath<DependencyValues, Value>, site: SourceSite)? {
    guard case .lazy(let site) = storage else { return nil }
    return site.withObject { site in
      site.path.map {
        (unsafeDowncast($0, to: KeyPath<DependencyValues, Value>.self), site.location.site)
      }
    }
  }
}
