import Synchronization

/// Where the value of a key was found.
@usableFromInline enum Found<Value: Sendable>: Sendable {
  case override(OverrideFrame<Value>)
  case `default`(DefaultValue<Value>)

  /// The value of what lies at the address that a ``ReadMemo`` knows.
  @inlinable static func value(at answer: UInt) -> Value {
    answer & 1 == 0
      ? value(atDefault: answer)
      : unsafeBitCast(answer & ~1, to: OverrideFrame<Value>.self).value
  }

  @inlinable static func value(atDefault answer: UInt) -> Value {
    unsafeBitCast(answer, to: DefaultValue<Value>.self).value
  }

  /// The address by which a ``ReadMemo`` knows it.
  var address: UInt {
    switch self {
    case .override(let frame):
      UInt(bitPattern: Unmanaged.passUnretained(frame).toOpaque()) | ReadMemo.overrideMark
    case .default(let known): UInt(bitPattern: Unmanaged.passUnretained(known).toOpaque())
    }
  }

  @inlinable var value: Value {
    switch self {
    case .override(let frame): frame.value
    case .default(let known): known.value
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
  /// What reads of a key in the scope bound here have found; zero if nobody knows.
  ///
  /// - Parameters:
  ///   - number: That of the key's record.
  ///   - record: Its address.
  @usableFromInline static func knownAnswer(to number: Int, at record: UInt) -> UInt {
    let address = Bound.address.get()
    if address == 0 { return knownDefault(of: number, at: record) }
    // Counting references to a scope that many tasks share would keep them waiting for each other.
    let memo = unsafeBitCast(address, to: Unmanaged<Frame>.self)._withUnsafeGuaranteedRef {
      $0.memo.load(ordering: .acquiring)
    }
    return ReadMemo.answer(to: number, at: record, in: memo)
  }

  /// What reads of a key outside every scope have found; zero if nobody knows.
  private static func knownDefault(of number: Int, at record: UInt) -> UInt {
    guard hasOnlyDefaultsOutside else { return 0 }
    let answer = ReadMemo.answer(to: number, at: record, in: DependencyRoot.processMemo)
    if answer != 0 { UniversalDefaults.insert(answer, ofKeyAt: record) }
    return answer
  }
}

extension Frame {
  /// The value of a key as seen from here: the innermost override, what was prepared, or the default.
  ///
  /// - Parameter isConfiguring: Whether this is the read half of an assignment through the value
  ///   (`$0.client.fetch = …`): that one neither counts as use nor reports what a default lacks.
  final func find<Value>(
    _ record: KeyRecord<Value>,
    at site: @autoclosure () -> SourceSite,
    isConfiguring: Bool = false
  ) -> Found<Value> {
    if root.isClosed { root.reportLateRead(of: record, at: site(), from: self) }
    let found = lookUp(record, at: site(), isConfiguring: isConfiguring)
    if let observers {
      let read = DependencyRead(
        record: record,
        source: found.source,
        site: site(),
        isConfiguring: isConfiguring,
        isNested: isInsideResolution
      )
      observers.didRead(read, from: self)
    } else if !isConfiguring, !isInsideResolution {
      remember(found, record)
    }
    return found
  }

  /// What the next read of this key needs to know, where nobody has to notice it.
  private func remember<Value>(_ found: Found<Value>, _ record: KeyRecord<Value>) {
    if case .default(let known) = found, known.isBuiltOnDefaults {
      UniversalDefaults.insert(known, of: record, from: self)
    }
    ReadMemo.note(found.address, to: record, from: self)
  }

  /// What ``find(_:at:isConfiguring:)`` finds, and nobody is told.
  final func lookUp<Value>(
    _ record: KeyRecord<Value>,
    at site: @autoclosure () -> SourceSite,
    isConfiguring: Bool
  ) -> Found<Value> {
    if let override = override(of: record) { return .override(override) }
    if let settled = settledDefault(of: record) { return .default(settled) }
    // Here, and not only where the context matters: what was prepared hides it, the mistake stays.
    ProcessContext.reportMistakeOnce(from: self)
    let found = root.cache.value(
      for: record,
      as: Value.self,
      from: self,
      marksRead: !isConfiguring,
      name: record.name
    ) { makeDefault(of: record, readAt: site()) }
    if isConfiguring { return .default(found) }
    // Once for each root: in every test that reads it, but not at every read.
    if let flaw = found.flaw, root.cache.takeFlawReport(of: record) {
      IssuePath.deliver(flaw.issue(for: record, at: site()), from: self)
    }
    if found.isBuiltOnDefaults { root.cache.settle(found, of: record) }
    return .default(found)
  }

  /// The default of a key, where it can be had without a lock.
  private func settledDefault<Value>(of record: KeyRecord<Value>) -> DefaultValue<Value>? {
    // A default that is being computed here has to note what it reads.
    guard !isInsideResolution, let known = root.cache.settled[record.number] else { return nil }
    guard overrideCount == 0 || known.holds(in: self) else { return nil }
    return unsafeDowncast(known, to: DefaultValue<Value>.self)
  }

  private func makeDefault<Value>(
    of record: KeyRecord<Value>,
    readAt site: SourceSite
  ) -> DefaultValue<Value> {
    let frame = ResolutionFrame(for: record.key, over: self, readAt: site)
    let context = frame.context
    let (value, flaw): (Value, Default.Flaw?) = Frame.bind(frame) {
      guard let value = record.makeDefault(context) else {
        return (record.makeTestDefault(), .withoutLiveValue)
      }
      return (value, nil)
    }
    // What a preview falls back to is nobody's mistake.
    let noted = context == .test ? frame.flaw : nil
    return DefaultValue(value, on: frame.seal(), flaw: noted ?? flaw)
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
