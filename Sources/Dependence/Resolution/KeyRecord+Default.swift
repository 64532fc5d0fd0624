extension KeyRecord {
  /// Returns the metadata record of `key`, creating it when the key is used for the first time.
  @usableFromInline package static func of<Key: TestDependencyKey>(
    _ key: Key.Type
  ) -> KeyRecord where Key.Value == Value {
    // The unchecked cast is safe because the record of a key always has the type of the key's
    // values.
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
    // The cast is dynamic so that it also finds a conformance to `DependencyKey` in a module that
    // the caller does not import.
    let liveKey = key as? any DependencyKey.Type
    return { computation in
      ProcessContext.reportConfigurationErrorOnce(from: computation)
      var flaw: Default.Flaw?
      let value: Value
      switch computation.context {
      case .preview: value = Frame.bind(computation) { Key.previewValue }
      case .test: value = Frame.bind(computation) { Key.testValue }
      case .live:
        LaunchedProcesses.noteLiveDefault(of: computation.provider)
        flaw = liveKey == nil ? .withoutLiveValue : nil
        value = Frame.bind(computation) {
          if let liveKey { liveValue(of: liveKey) } else { Key.testValue }
        }
      }
      return DefaultValue(value, flaw: flaw)
    }
  }

  private static func liveValue<Key: DependencyKey>(of key: Key.Type) -> Value {
    // The key's `Value` is the same type in both key protocols, so the value's bits can be
    // reinterpreted. A conditional cast would not work, because it would unwrap an optional value.
    precondition(Key.Value.self == Value.self)
    return unsafeBitCast(Key.liveValue, to: Value.self)
  }
}

extension AnyKeyRecord {
  /// Returns the full name of a key type for messages. If a macro has generated the key type, the
  /// result contains the name of the property instead of the name of the type.
  fileprivate static func name(of key: Any.Type) -> String {
    String(reflecting: key).split(separator: ".").filter { !$0.hasPrefix("(") }
      .map { $0.hasPrefix(Self.entryPrefix) ? $0.dropFirst(Self.entryPrefix.count) : $0 }
      .joined(separator: ".")
  }

  /// The prefix of the key types that `@DependencyEntry` creates. It is followed by the property's
  /// name.
  static let entryPrefix = "__Key_"

  /// Whether `@DependencyEntry` has created the key type. Code in other files cannot name such a
  /// type.
  package final var isEntry: Bool { String(describing: key).hasPrefix(Self.entryPrefix) }

  /// The source code that accesses this dependency if it follows an expression of the type
  /// `DependencyValues`, such as `.name` or `[Key.self]`.
  package final var accessor: String { label?.accessor ?? typeAccessor }

  private var typeAccessor: String {
    let name = String(describing: key)
    if name.hasPrefix(Self.entryPrefix) { return ".\(name.dropFirst(Self.entryPrefix.count))" }
    return key is any DependencyKey.Type ? "[\(name).self]" : "[test: \(name).self]"
  }
}

extension KeyRegistry {
  /// Returns the records of the keys that have been used in this process and that provide a value
  /// of the type `value`. A key can provide this value directly, or through a factory that needs no
  /// arguments.
  package static func records(withValuesOf value: Any.Type) -> [AnyKeyRecord] {
    records { $0 == value }
  }

  /// Returns the records of the keys that have been used in this process and that provide a value
  /// for whose type `matches` returns `true`.
  static func records(where matches: (_ value: Any.Type) -> Bool) -> [AnyKeyRecord] {
    all.filter { record in
      let factory = record.value as? any AnyDependencyFactory.Type
      return !record.isLabelled && matches(factory?.instanceWithoutArguments ?? record.value)
    }
  }
}

// MARK: - During the computation

extension Computation {
  /// Records that the default value of `key` has a flaw, if that value is currently being computed.
  /// Nothing is recorded if the value of a different key is being computed, because that key then
  /// uses the test value of `key` deliberately.
  static func note(_ flaw: Default.Flaw, of key: Any.Type) {
    guard let computation = Frame.bound as? Computation,
      (computation.provider as? AnyKeyRecord)?.key == key
    else { return }
    // Other contexts do not report the flaw. Previews, for example, use live values on purpose.
    if computation.context == .test { computation.note(flaw) }
  }

  /// Records that the live value of `key` is used as its test value, because the key declares no
  /// test value.
  ///
  /// If the default of `key` is not being computed, other code has accessed `testValue` directly,
  /// for example to assign it or to compute the default of another key. The issue is then reported
  /// immediately, because no later read would report it.
  static func noteLiveTestValue(of key: Any.Type) {
    let provider = (Frame.bound as? Computation)?.provider
    if (provider as? AnyKeyRecord)?.key == key { return note(.liveOnly, of: key) }
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
  /// The source location of the read for which a default value is currently being computed, or
  /// `nil` if no default value is being computed.
  ///
  /// Some operations of test doubles, such as a clock's `now`, do not receive the source location
  /// of their caller. They report issues at this location instead.
  package static var site: SourceSite? { (Frame.bound as? Computation)?.location.site }
}
