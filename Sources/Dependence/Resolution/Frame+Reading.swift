import Synchronization

/// Where the value of a key was found.
@usableFromInline enum Found<Value: Sendable>: Sendable {
  case override(OverrideFrame<Value>)
  case `default`(DefaultValue<Value>)

  /// What was found for a key with values of this type.
  init(_ found: AnyFound) {
    self =
      switch found {
      case .override(let frame): .override(unsafeDowncast(frame, to: OverrideFrame.self))
      case .default(let known): .default(unsafeDowncast(known, to: DefaultValue.self))
      }
  }

  /// The value of what lies at the address that a ``ReadMemo`` knows.
  @inlinable @inline(always) static func value(at answer: UInt) -> Value {
    answer & 1 == 0
      ? value(atDefault: answer)
      : unsafeBitCast(answer & ~1, to: Unmanaged<OverrideFrame<Value>>.self)
        ._withUnsafeGuaranteedRef { $0.value }
  }

  @inlinable @inline(always) static func value(atDefault answer: UInt) -> Value {
    unsafeBitCast(answer, to: Unmanaged<DefaultValue<Value>>.self)._withUnsafeGuaranteedRef {
      $0.value
    }
  }

  @inlinable var value: Value {
    switch self {
    case .override(let frame): frame.value
    case .default(let known): known.value
    }
  }
}

/// The same, whatever the type of the value: looking for it is the same for all, and generic code is slow
/// where it is not specialised.
enum AnyFound {
  case override(Frame)
  case `default`(Default)

  /// The address by which a ``ReadMemo`` knows it.
  var address: UInt {
    switch self {
    case .override(let frame): frame.address | ReadMemo.overrideMark
    case .default(let known): UInt(bitPattern: Unmanaged.passUnretained(known).toOpaque())
    }
  }

  /// What the value is, to whoever watches.
  fileprivate var source: DependencyRead.Source {
    switch self {
    case .override: .override
    case .default(let known): known.isPrepared ? .prepared : .default
    }
  }
}

extension Frame {
  /// The value of a key as seen from here: the innermost override, what was prepared, or the default.
  ///
  /// - Parameter isConfiguring: Whether this is the read half of an assignment through the value
  ///   (`$0.client.fetch = …`): that one neither counts as use nor reports what a default lacks.
  final func find(
    _ record: AnyKeyRecord,
    at place: ReadSite.Place,
    isConfiguring: Bool = false
  ) -> AnyFound {
    if isClosed { root.reportLateRead(of: record, at: place.site, from: self) }
    let found = lookUp(record, at: .compiled(place), isConfiguring: isConfiguring)
    if observers != nil {
      tellObservers(of: record, from: found.source, at: place.site, isConfiguring: isConfiguring)
    } else if !isConfiguring, !isInsideResolution {
      remember(found, record)
    }
    return found
  }

  /// Tells whoever watches that a key was read.
  final func tellObservers(
    of record: AnyKeyRecord,
    from source: @autoclosure () -> DependencyRead.Source,
    at site: @autoclosure () -> SourceSite,
    isConfiguring: Bool
  ) {
    guard let observers else { return }
    let read = DependencyRead(
      record: record,
      source: source(),
      site: site(),
      isConfiguring: isConfiguring,
      isNested: isInsideResolution
    )
    observers.didRead(read, from: self)
  }

  /// What the next read of this key needs to know, where nobody has to notice it.
  private func remember(_ found: AnyFound, _ record: AnyKeyRecord) {
    if case .default(let known) = found, known.isBuiltOnDefaults {
      UniversalDefaults.insert(known, of: record, from: self)
    }
    ReadMemo.note(found.address, to: record, from: self)
  }

  /// What ``find(_:at:isConfiguring:)`` finds, and nobody is told.
  final func lookUp(
    _ record: AnyKeyRecord,
    at place: @autoclosure () -> ReadPlace,
    isConfiguring: Bool
  ) -> AnyFound {
    if let override = anyOverride(of: record) { return .override(override) }
    let cache = cache
    if let settled = settledDefault(of: record, in: cache) { return .default(settled) }
    // Here, and not only where the context matters: what was prepared hides it, the mistake stays.
    ProcessContext.reportMistakeOnce(from: self)
    let found = cache.value(
      for: record,
      from: self,
      readAt: place(),
      marksRead: !isConfiguring
    )
    if isConfiguring { return .default(found) }
    // Once for each root: in every test that reads it, but not at every read.
    if let flaw = found.flaw, cache.takeFlawReport(of: record) {
      IssuePath.deliver(flaw.issue(for: record, at: place().site ?? .unknown), from: self)
    }
    if found.isBuiltOnDefaults { cache.settle(found, of: record) }
    return .default(found)
  }

  /// The default of a key, where it can be had without a lock.
  private func settledDefault(of record: AnyKeyRecord, in cache: DefaultCache) -> Default? {
    // A default that is being computed here has to note what it reads.
    guard !isInsideResolution, let known = cache.settled(record.number) else { return nil }
    return overrideCount == 0 || known.holds(in: self) ? known : nil
  }
}

extension Default.Flaw {
  fileprivate func issue(for record: AnyKeyRecord, at site: SourceSite) -> DependencyIssue {
    switch self {
    case .liveOnly: DependencyIssue(liveOnlyMessage(record), at: site)
    case .withoutLiveValue: DependencyIssue(withoutLiveValueMessage(record), at: site)
    case .unimplemented: .unimplementedRead(of: record, at: site)
    }
  }

  private func liveOnlyMessage(_ record: AnyKeyRecord) -> String {
    """
    \(record.name) has no test value, so this test got its live one. Override it for the test \
    (.dependencies { … } on the test, or withDependencies), or declare `static var testValue` in \
    \(record.name).
    """
  }

  private func withoutLiveValueMessage(_ record: AnyKeyRecord) -> String {
    """
    \(record.name) has no live value, so its test value was used. Conform it to DependencyKey in \
    a module that this program links, or override it at the composition root \
    (prepareDependencies).
    """
  }
}
