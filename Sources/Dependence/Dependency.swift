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
  private enum Storage: Sendable {
    case lazy(TypedReadSite<Value>)
    case captured(Found<Value>)
  }

  private let storage: Storage

  /// Reads a property of ``DependencyValues``.
  public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    resolve resolution: DependencyResolution = .lazy,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let place = ReadSite.Place(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(.of(keyPath, at: place), resolve: resolution)
  }

  /// Reads a key, without a property of its own.
  public init<Key: DependencyKey>(
    _ key: Key.Type,
    resolve resolution: DependencyResolution = .lazy,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    let place = ReadSite.Place(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(.of(.of(key), at: place), resolve: resolution)
  }

  /// Reads a key whose live value, if it has one, is in a module that this one does not see.
  public init<Key: TestDependencyKey>(
    test key: Key.Type,
    resolve resolution: DependencyResolution = .lazy,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    let place = ReadSite.Place(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(.of(.of(test: key), at: place), resolve: resolution)
  }

  private init(_ site: TypedReadSite<Value>, resolve resolution: DependencyResolution) {
    storage =
      switch resolution {
      case .lazy: .lazy(site)
      case .captured: .captured(site.capture())
      }
  }

  /// The value, as seen from the scope of this read.
  public var wrappedValue: Value {
    switch storage {
    case .lazy(let site): site.read()
    case .captured(let found): found.value
    }
  }
}

extension TypedReadSite {
  /// The value, as seen from here.
  fileprivate func read() -> Value {
    switch target {
    case .key(let record): Frame.readable.find(record, at: site).value
    case .keyPath(let keyPath): DependencyValues(.readable, readBy: self)[keyPath: keyPath]
    }
  }

  /// The value, as seen from here, in a box that keeps it.
  fileprivate func capture() -> Found<Value> {
    switch target {
    case .key(let record): Frame.readable.find(record, at: site)
    // A property may be computed from any number of keys, so its value lives in no box yet.
    case .keyPath: .default(DefaultValue(read(), conditions: []))
    }
  }
}
