extension KeyRecord {
  /// The only record of `key`, which is created at its first use.
  @usableFromInline package static func of<Key: TestDependencyKey>(
    _ key: Key.Type
  ) -> KeyRecord where Key.Value == Value {
    // A key's type has one type of values, so the record has the type that is wanted here.
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
    // A module that this one does not import may have added the conformance.
    let liveKey = key as? any DependencyKey.Type
    return { computation in
      ProcessContext.reportMistakeOnce(from: computation)
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
    // The same type conforms to both protocols, so its `Value` is the same type too. A conditional cast would look
    // inside a value that is an Optional.
    precondition(Key.Value.self == Value.self)
    return unsafeBitCast(Key.liveValue, to: Value.self)
  }
}

extension AnyKeyRecord {
  /// The name of a key as its user wrote it, with its module, or the name of the property if a macro wrote the key.
  fileprivate static func name(of key: Any.Type) -> String {
    String(reflecting: key).split(separator: ".").filter { !$0.hasPrefix("(") }
      .map { $0.hasPrefix(Self.entryPrefix) ? $0.dropFirst(Self.entryPrefix.count) : $0 }
      .joined(separator: ".")
  }

  /// The prefix that the macro `@DependencyEntry` puts in front of a property's name to name its key.
  static let entryPrefix = "__Key_"

  /// The code that leads from `DependencyValues` to the key's value.
  package final var place: String { label?.place ?? typePlace }

  private var typePlace: String {
    let name = String(describing: key)
    if name.hasPrefix(Self.entryPrefix) { return ".\(name.dropFirst(Self.entryPrefix.count))" }
    return key is any DependencyKey.Type ? "[\(name).self]" : "[test: \(name).self]"
  }
}

extension KeyRegistry {
  /// The keys with values of type `value` that the process has used.
  package static func records(withValuesOf value: Any.Type) -> [AnyKeyRecord] {
    all.compactMap { $0 }.filter { !$0.isLabelled && $0.value == value }
  }
}

// MARK: - During the computation

extension Computation {
  /// Called from a `testValue` that must not be used silently, of the key itself. A key that takes over the value of
  /// another key has chosen that value.
  static func note(_ flaw: Default.Flaw, of key: Any.Type) {
    guard let computation = Frame.bound as? Computation,
      (computation.subject as? AnyKeyRecord)?.key == key
    else { return }
    // The fallback of a preview is intended.
    if computation.context == .test { computation.note(flaw) }
  }

  /// Notes that `testValue` of a key without one is the live value. Where no default is being computed, a test has asked
  /// for it, perhaps to assign it, so that no read would report it any more.
  static func noteLiveTestValue(of key: Any.Type) {
    if Frame.bound is Computation { return note(.liveOnly, of: key) }
    let frame = Frame.current
    guard frame.context == .test else { return }
    let message = """
      \(key).testValue was used, but \(key) declares no test value, so it is the live value. Declare \
      `static var testValue` in \(key), or assign a value made for the test.
      """
    IssuePath.deliver(DependencyIssue(message, at: .unknown), from: frame)
  }
}

package enum DefaultReader {
  /// The line whose read needs the default that is being computed here, or `nil` if none is.
  ///
  /// For test doubles whose operations do not know their caller, such as the `now` of a clock.
  package static var site: SourceSite? { (Frame.bound as? Computation)?.place.site }
}
