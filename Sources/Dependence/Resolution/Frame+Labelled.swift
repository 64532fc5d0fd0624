import Synchronization

/// What keys that are no types need of a scope. Whoever makes their records decides what a read means, so
/// nobody is told of these looks: ``noticeRead(of:from:at:isConfiguring:)`` does that.
extension Frame {
  /// The value that the innermost override gives a key; nil if there is none.
  package final func bound<Value>(_ record: KeyRecord<Value>) -> Value? {
    override(of: record)?.value
  }

  /// What was prepared for a key; nil if nothing was.
  package final func prepared<Value>(_ record: KeyRecord<Value>) -> Value? {
    root.cache.prepared(record)
  }

  /// The value of a key: the innermost override, what was prepared, or the default.
  package final func look<Value>(
    at record: KeyRecord<Value>,
    for site: @autoclosure () -> SourceSite,
    isConfiguring: Bool = false
  ) -> Value {
    Found(lookUp(record, at: .written(site()), isConfiguring: isConfiguring)).value
  }

  /// The value of a key, as ``look(at:for:isConfiguring:)`` finds it, so that ``remembered(_:)`` has it from
  /// now on, where nobody has to notice a read.
  package final func lookAndRemember<Value>(
    at record: KeyRecord<Value>,
    for site: @autoclosure () -> SourceSite
  ) -> Value {
    let found = lookUp(record, at: .written(site()), isConfiguring: false)
    if observers == nil, !isInsideResolution {
      ReadMemo.note(found.address, to: record, from: self)
    }
    return Found(found).value
  }

  /// What a look at a key from here has found before; nil if nobody knows.
  package final func remembered<Value>(_ record: KeyRecord<Value>) -> Value? {
    let memo = memo.load(ordering: .acquiring)
    let answer = ReadMemo.answer(to: record.number, at: record.address, in: memo)
    return answer == 0 ? nil : Found<Value>.value(at: answer)
  }

  /// Tells whoever watches that a key was read, and reports a read that comes too late.
  package final func noticeRead(
    of record: AnyKeyRecord,
    from source: @autoclosure () -> DependencyRead.Source,
    at site: @autoclosure () -> SourceSite,
    isConfiguring: Bool = false
  ) {
    if isClosed { root.reportLateRead(of: record, at: site(), from: self) }
    tellObservers(of: record, from: source(), at: site(), isConfiguring: isConfiguring)
  }

  /// The overrides of this scope over another bottom, without those of keys that are no types, and without
  /// everything else.
  package final func keyOverrides(over bottom: Frame) -> Frame {
    sequence(first: self, next: \.outer).reversed().reduce(bottom) { top, frame in
      frame.record?.isLabelled == false ? frame.copy(over: top) : top
    }
  }
}

// MARK: - Defaults that are made asynchronously

extension Frame {
  /// The default of a key, if it was made and holds here.
  package final func knownDefault<Value>(of record: KeyRecord<Value>) -> Value? {
    root.cache.known(record, from: self).map {
      unsafeDowncast($0, to: DefaultValue<Value>.self).value
    }
  }

  /// Makes the default of a key and keeps it, with the overrides that it was built on.
  ///
  /// - Throws: What `make` throws; nothing is kept then.
  package final nonisolated(nonsending) func makeDefault<Value>(
    of record: KeyRecord<Value>,
    readAt site: SourceSite,
    _ make: () async throws -> Value
  ) async throws -> Value {
    let frame = ResolutionFrame(for: record, over: self, readAt: .written(site))
    frame.noticeReads()
    do {
      let value = try await Frame.bind(frame, make)
      root.cache.insert(DefaultValue(value, on: frame.seal()), of: record)
      return value
    } catch {
      _ = frame.seal()
      throw error
    }
  }
}

extension DependencyValues {
  /// What is visible from a frame, to set up a scope over it.
  package init(over frame: Frame) { self.init(frame, for: .root) }

  /// Whether a read of these values is the read half of an assignment.
  package var isConfiguring: Bool { purpose != .reading }

  /// Where the read happens, if the reader is not the one who calls the subscript.
  package var readerSite: SourceSite? { readerPlace?.site }

  /// Overrides a key in these values.
  package mutating func bind<Value>(_ record: KeyRecord<Value>, to value: Value) {
    set(record.address, to: value)
  }
}

extension Dependency {
  /// The property that is read, and where; nil where that is a key, or the value was captured.
  package var reading: (path: KeyPath<DependencyValues, Value>, site: SourceSite)? {
    guard case .lazy(let reference) = storage else { return nil }
    let site = reference.takeUnretainedValue()
    return site.path.map { ($0.takeUnretainedValue(), site.place.site) }
  }
}
