/// Overrides of keys that are no types, and have no defaults: see ``RecordLabel``.
extension Frame {
  /// The value that the innermost override gives a key; nil if there is none.
  package final func bound<Value>(_ record: KeyRecord<Value>) -> Value? {
    override(of: record)?.value
  }

  /// The value that was prepared for a key; nil if none was.
  ///
  /// - Parameter marksRead: Whether it is too late from now on to prepare one.
  package final func prepared<Value>(_ record: KeyRecord<Value>, marksRead: Bool = false) -> Value?
  {
    root.cache.prepared(record, marksRead: marksRead)?.value()
  }

  /// Tells whoever watches that a key was read, and reports a read that comes too late.
  package final func noticeRead(
    of record: AnyKeyRecord,
    from source: @autoclosure () -> DependencyRead.Source,
    at place: ReadPlace,
    isConfiguring: Bool = false
  ) {
    if root.isClosed { root.reportLateRead(of: record, at: place.site ?? .unknown, from: self) }
    guard isObserved else { return }
    tellObservers(of: record, from: source(), at: place, isConfiguring: isConfiguring)
  }

  /// The overrides of this scope over another bottom, without those of keys that are no types, and without
  /// everything else.
  package final func keyOverrides(over bottom: Frame) -> Frame {
    sequence(first: self, next: \.outer).reversed().reduce(bottom) { top, frame in
      frame.record?.isLabelled == false ? frame.copy(over: top) : top
    }
  }
}

extension DependencyValues {
  /// The values that are visible from a frame, to set up a scope over it.
  package init(over frame: Frame) { self.init(frame, for: .root) }

  /// Overrides a key in these values.
  package mutating func bind<Value>(_ record: KeyRecord<Value>, to value: Value) {
    set(record, to: value)
  }
}

extension Dependency {
  /// The property that is read, and where; nil where that is a key, or the value was captured.
  package var reading: (path: KeyPath<DependencyValues, Value>, site: SourceSite)? {
    guard case .lazy(let site) = storage else { return nil }
    return site.look { site in
      site.path.map {
        (unsafeDowncast($0, to: KeyPath<DependencyValues, Value>.self), site.place.site)
      }
    }
  }
}
