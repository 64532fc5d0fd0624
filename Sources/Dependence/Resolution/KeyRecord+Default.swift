extension KeyRecord {
  /// Returns the record of `key`, and creates the record when the key is used for the first time.
  @usableFromInline package static func of<Key: TestDependencyKey>(
    _ key: Key.Type
  ) -> KeyRecord where Key.Value == Value {
    // The cast is safe because all values of a key have the same type.
    if let known = KeyRegistry.record(of: key) { return unsafeDowncast(known, to: KeyRecord.self) }
    return of(
      key,
      isContext: key == DependencyContextKey.self,
      named: { AnyKeyRecord.name(of: key) },
      makeDefault: { makeDefault(of: key) }
    )
  }

  private static func makeDefault<Key: TestDependencyKey>(
    of key: Key.Type
  ) -> @Sendable (Computation) -> Default where Key.Value == Value {
    // This cast also finds a conformance in a module that the caller does not import.
    let liveKey = key as? any DependencyKey.Type
    return { computation in
      ProcessContext.reportConfigurationErrorOnce(from: computation)
      var flaw: Default.Flaw?
      let value: Value
      switch computation.context {
      case .preview: value = Frame.bind(computation) { Key.previewValue }
      case .test: value = Frame.bind(computation) { Key.testValue }
      case .live:
        LaunchedProcesses.noteLiveDefault(of: computation.subject)
        flaw = liveKey == nil ? .withoutLiveValue : nil
        value = Frame.bind(computation) {
          if let liveKey { liveValue(of: liveKey) } else { Key.testValue }
        }
      }
      return DefaultValue(value, flaw: flaw)
    }
  }

  private static func liveValue<Key: DependencyKey>(of key: Key.Type) -> Value {
    // A key has the same `Value` for both protocols. A conditional cast is not used, because it
    // would unwrap an optional value.
    precondition(Key.Value.self == Value.self)
    return unsafeBitCast(Key.liveValue, to: Value.self)
  }
}

extension AnyKeyRecord {
  /// Returns the name of a key type with its module. For a key type that a macro has created, the
  /// result contains the name of the property instead.
  fileprivate static func name(of key: Any.Type) -> String {
    String(reflecting: key).split(separator: ".").filter { !$0.hasPrefix("(") }
      .map { $0.hasPrefix(Self.entryPrefix) ? $0.dropFirst(Self.entryPrefix.count) : $0 }
      .joined(separator: ".")
  }

  /// The prefix of the key types that `@DependencyEntry` creates. The name of the property follows.
  static let entryPrefix = "__Key_"

  /// The code that accesses the value after `DependencyValues`, such as `.name` or `[Key.self]`.
  package final var accessor: String { label?.accessor ?? typeAccessor }

  private var typeAccessor: String {
    let name = String(describing: key)
    if name.hasPrefix(Self.entryPrefix) { return ".\(name.dropFirst(Self.entryPrefix.count))" }
    return key is any DependencyKey.Type ? "[\(name).self]" : "[test: \(name).self]"
  }
}

extension KeyRegistry {
  /// Returns the records of all used keys whose values have the type `value`.
  package static func records(withValuesOf value: Any.Type) -> [AnyKeyRecord] {
    all.compactMap { $0 }.filter { !$0.isLabelled && $0.value == value }
  }
}

// MARK: - During the computation

extension Computation {
  /// Records a flaw of the default of `key` if that default is being computed now. A key that
  /// deliberately returns the test value of another key has no flaw.
  static func note(_ flaw: Default.Flaw, of key: Any.Type) {
    guard let computation = Frame.bound as? Computation,
      (computation.subject as? AnyKeyRecord)?.key == key
    else { return }
    // Only tests report this flaw, because previews use the live value intentionally.
    if computation.context == .test { computation.note(flaw) }
  }

  /// Records that the live value of `key` is used because the key declares no test value.
  ///
  /// If no default is being computed, a test has accessed `testValue` directly, for example to
  /// assign it. The issue is then reported immediately, because no later read would report it.
  static func noteLiveTestValue(of key: Any.Type) {
    if Frame.bound is Computation { return note(.liveOnly, of: key) }
    let frame = Frame.current
    guard frame.context == .test else { return }
    let message = """
      \(key).testValue was used, but \(key) declares no test value, so the result is the live value. Declare \
      `static var testValue` in \(key), or assign a value that is made for the test.
      """
    IssuePath.deliver(DependencyIssue(message, at: .unknown), from: frame)
  }
}

package enum DefaultReader {
  /// The source location of the read whose default is being computed, or `nil` if there is none.
  ///
  /// Some operations of test doubles, such as the `now` of a clock, receive no location. Their
  /// issues are reported at this location.
  package static var site: SourceSite? { (Frame.bound as? Computation)?.location.site }
}
