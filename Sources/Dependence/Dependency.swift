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
/// a value captured by key path needs a box of its own.
@propertyWrapper
public struct Dependency<Value: Sendable>: Sendable {
  @usableFromInline enum Storage: @unchecked Sendable {
    // Unmanaged, because sites are immortal, and counting references would cost each read more than all
    // the rest.
    case lazy(Unmanaged<TypedReadSite<Value>>)
    case captured(Found<Value>)
  }

  @usableFromInline let storage: Storage

  /// Reads a property of ``DependencyValues``.
  @inlinable public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    resolve resolution: DependencyResolution = .lazy,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    if case .lazy = resolution, let site = ReadSite.known(keyPath, fileID, line, column) {
      self.init(.lazy(Unmanaged.fromOpaque(site)))
    } else {
      self.init(
        .of(keyPath, at: ReadSite.Place(fileID, filePath, line, column)),
        resolve: resolution
      )
    }
  }

  /// Reads a key, without a property of its own.
  @inlinable public init<Key: DependencyKey>(
    _ key: Key.Type,
    resolve resolution: DependencyResolution = .lazy,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    if case .lazy = resolution, let site = ReadSite.known(key, fileID, line, column) {
      self.init(.lazy(Unmanaged.fromOpaque(site)))
    } else {
      self.init(.of(key, at: ReadSite.Place(fileID, filePath, line, column)), resolve: resolution)
    }
  }

  /// Reads a key whose live value, if it has one, is in a module that this one does not see.
  @inlinable public init<Key: TestDependencyKey>(
    test key: Key.Type,
    resolve resolution: DependencyResolution = .lazy,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    if case .lazy = resolution, let site = ReadSite.known(key, fileID, line, column) {
      self.init(.lazy(Unmanaged.fromOpaque(site)))
    } else {
      let place = ReadSite.Place(fileID, filePath, line, column)
      self.init(.of(test: key, at: place), resolve: resolution)
    }
  }

  @inlinable init(_ storage: Storage) {
    self.storage = storage
  }

  @inlinable init(_ site: TypedReadSite<Value>, resolve resolution: DependencyResolution) {
    switch resolution {
    case .lazy: self.init(.lazy(.passUnretained(site)))
    case .captured: self.init(.captured(site.capture()))
    }
  }

  /// The value, as seen from the scope of this read.
  @inlinable public var wrappedValue: Value {
    switch storage {
    case .lazy(let site):
      return site._withUnsafeGuaranteedRef { $0.value }
    case .captured(let found): return found.value
    }
  }
}

extension TypedReadSite {
  /// The value, as seen from here.
  @inlinable var value: Value {
    guard let record else {
      // The site owns the path.
      return path.unsafelyUnwrapped._withUnsafeGuaranteedRef {
        DependencyValues(readBy: self)[keyPath: $0]
      }
    }
    return record._withUnsafeGuaranteedRef { record in
      let universal = record.universal.load(ordering: .acquiring)
      if universal != 0 { return Found.value(atDefault: universal) }
      let known = record.knownAnswer
      return known != 0 ? Found.value(at: known) : read()
    }
  }

  /// The value of a key, where it has to be looked for.
  @usableFromInline func read() -> Value {
    Frame.readable.find(typedRecord.unsafelyUnwrapped, at: site).value
  }

  /// The value, as seen from here, in a box that keeps it.
  @usableFromInline func capture() -> Found<Value> {
    if let typedRecord { return Frame.readable.find(typedRecord, at: site) }
    // A property may be computed from any number of keys, so its value lives in no box yet.
    return .default(DefaultValue(value, conditions: []))
  }
}
