public import Synchronization

/// When a ``Dependency`` looks its value up.
public enum DependencyResolution: Sendable {
  /// At every read, in the scope of the read.
  case lazy
  /// Once, in the scope in which the wrapper's owner is made.
  case captured
}

/// Reads a dependency.
///
/// ```swift
/// struct Greeter {
///   @Dependency(\.greeting) var greeting
///   func greet() -> String { greeting + "!" }
/// }
/// ```
///
/// By default every read resolves anew, in the scope in which it happens. With `resolve: .captured`
/// the value is resolved once, when the owner is made, and later overrides do not reach it.
///
/// Put it into structs, actors and types of the main actor. A class that is itself declared
/// `Sendable` cannot hold it, because the language makes the storage of every wrapper a `var`.
///
/// The wrapper is one pointer, may be shared by any number of threads, and allocates nothing; only
/// a value captured by key path needs a box of its own. Where SwiftUI exists it also carries what the
/// view that holds it has inherited, and reads of the view see that first.
@propertyWrapper
public struct Dependency<Value: Sendable>: Sendable {
  @usableFromInline enum Storage: @unchecked Sendable {
    // Unmanaged, because sites are immortal, and counting references would cost each read more than all
    // the rest.
    case lazy(Unmanaged<TypedReadSite<Value>>)
    case captured(Found<Value>)
  }

  @usableFromInline let storage: Storage
  #if canImport(SwiftUI)
  @usableFromInline var inherited = InheritedDependencies()
  #endif

  /// Reads a property of ``DependencyValues``.
  @inlinable @inline(always) public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    resolve resolution: DependencyResolution = .lazy,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let known = ReadSites.known(
      unsafeBitCast(keyPath as KeyPath<DependencyValues, Value>, to: UInt.self),
      fileID,
      line,
      column,
      resolution
    )
    self =
      known != 0
      ? Dependency(knownAt: known)
      : Dependency(new: keyPath, resolution, fileID, filePath, line, column)
  }

  /// Reads a key, without a property of its own.
  @inlinable @inline(always) public init<Key: DependencyKey>(
    _ key: Key.Type,
    resolve resolution: DependencyResolution = .lazy,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    let known = ReadSites.known(
      unsafeBitCast(key as Any.Type, to: UInt.self),
      fileID,
      line,
      column,
      resolution
    )
    self =
      known != 0
      ? Dependency(knownAt: known)
      : Dependency(new: key, resolution, fileID, filePath, line, column)
  }

  /// Reads a key whose live value, if it has one, is in a module that this one does not see.
  @inlinable @inline(always) public init<Key: TestDependencyKey>(
    test key: Key.Type,
    resolve resolution: DependencyResolution = .lazy,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    let known = ReadSites.known(
      unsafeBitCast(key as Any.Type, to: UInt.self),
      fileID,
      line,
      column,
      resolution
    )
    self =
      known != 0
      ? Dependency(knownAt: known)
      : Dependency(newTest: key, resolution, fileID, filePath, line, column)
  }

  /// The value, as seen from the scope of this read.
  @inlinable public var wrappedValue: Value {
    @inline(always) get {
      guard case .lazy(let site) = storage else { return captured }
      #if canImport(SwiftUI)
      if let environment = inherited.values {
        return site._withUnsafeGuaranteedRef { $0.value(inheriting: environment) }
      }
      #endif
      // As its class: a reference that becomes one to a superclass is counted where nothing is optimised.
      let untyped = unsafeBitCast(site, to: Unmanaged<ReadSite>.self)
      let universal = untyped._withUnsafeGuaranteedRef { $0.universalAnswer }
      if universal != 0 { return Found.value(atDefault: universal) }
      let known = untyped._withUnsafeGuaranteedRef { $0.knownAnswer }
      return known != 0 ? Found.value(at: known) : site._withUnsafeGuaranteedRef { $0.value }
    }
  }

  /// What was captured. Not inlined, as few wrappers capture.
  @inlinable var captured: Value {
    @inline(never) get {
      guard case .captured(let found) = storage else { preconditionFailure("nothing was captured") }
      return found.value
    }
  }
}

// MARK: - Sites

// Functions of their own: unoptimised code clears all variables of a function at each call.
extension Dependency {
  @inlinable @inline(always) init(knownAt site: UInt) {
    storage = .lazy(unsafeBitCast(site, to: Unmanaged<TypedReadSite<Value>>.self))
  }

  @usableFromInline init(
    new keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    _ resolution: DependencyResolution,
    _ fileID: StaticString,
    _ filePath: StaticString,
    _ line: UInt,
    _ column: UInt
  ) {
    let place = ReadSite.Place(fileID, filePath, line, column)
    self.init(.of(keyPath, at: place), resolution)
  }

  @usableFromInline init<Key: DependencyKey>(
    new key: Key.Type,
    _ resolution: DependencyResolution,
    _ fileID: StaticString,
    _ filePath: StaticString,
    _ line: UInt,
    _ column: UInt
  ) where Key.Value == Value {
    self.init(.of(key, at: ReadSite.Place(fileID, filePath, line, column)), resolution)
  }

  @usableFromInline init<Key: TestDependencyKey>(
    newTest key: Key.Type,
    _ resolution: DependencyResolution,
    _ fileID: StaticString,
    _ filePath: StaticString,
    _ line: UInt,
    _ column: UInt
  ) where Key.Value == Value {
    self.init(.of(test: key, at: ReadSite.Place(fileID, filePath, line, column)), resolution)
  }

  private init(_ site: TypedReadSite<Value>, _ resolution: DependencyResolution) {
    storage =
      switch resolution {
      case .lazy: .lazy(.passUnretained(site))
      case .captured: .captured(site.capture())
      }
  }
}

extension ReadSite {
  /// The address of the default that answers every read of the key in this process; zero if none does.
  @inlinable final var universalAnswer: UInt {
    @inline(always) get { universal.pointee.load(ordering: .acquiring) }
  }

  /// What reads of the key from here have found, as ``ReadMemo`` knows it; zero if nobody knows.
  @inlinable final var knownAnswer: UInt {
    @inline(always) get { address == 0 ? 0 : Bound.knownAnswer(to: number, at: address) }
  }
}

extension TypedReadSite {
  /// The value, where it has to be looked for.
  @inlinable var value: Value {
    @inline(never) get {
      guard let path else { return read() }
      // The site owns the path.
      return path._withUnsafeGuaranteedRef { path in
        if var lent = LentValues(to: .passUnretained(self)) {
          return lent.withValues { $0.pointee[keyPath: path] }
        }
        return DependencyValues(.readable, readBy: .passUnretained(self))[keyPath: path]
      }
    }
  }

  /// The value of a key, where it has to be looked for.
  @usableFromInline func read() -> Value {
    Found(Frame.readable.find(record.unsafelyUnwrapped, at: place)).value
  }

  /// The value as a host of a user interface sees it, which has inherited `environment`.
  @usableFromInline package func value(inheriting environment: DependencyValues) -> Value {
    let frame = Precedence.select(environment: environment, taskLocal: .current)
    if let record { return Found(frame.find(record, at: place)).value }
    var values = DependencyValues(frame)
    values.reader = .passUnretained(self)
    return path.unsafelyUnwrapped._withUnsafeGuaranteedRef { values[keyPath: $0] }
  }

  /// The value, as seen from here, in a box that keeps it.
  @usableFromInline func capture() -> Found<Value> {
    if let record { return Found(Frame.readable.find(record, at: place)) }
    // A property may be computed from any number of keys, so its value lives in no box yet.
    return .default(DefaultValue(value))
  }
}
