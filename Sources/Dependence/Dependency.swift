/// The moment at which a ``Dependency`` reads its value.
public enum DependencyResolution: Sendable {
  /// At every read, in the scope of the read.
  case lazy
  /// Once, in the scope in which the wrapper's owner is made.
  case captured
  /// At every read: what overrides the scope of the read has; else what the scope has in which the wrapper's owner is
  /// made.
  ///
  /// An override that the owner has seen, and that its own scope has replaced, counts no more.
  ///
  /// - Complexity: A read takes O(*n*) in the number of scopes around it and around the owner.
  case inherited
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
/// By default every read resolves anew, in the scope in which it happens. With `resolve: .captured` later overrides do
/// not reach the value; `resolve: .inherited` is for models that are made in one scope and used in others.
///
/// Put it into structs, actors and types of the main actor. A class that is itself declared
/// `Sendable` cannot hold it, because the language makes the storage of every wrapper a `var`.
///
/// The wrapper is one pointer, may be shared by any number of threads, and allocates nothing; only
/// one that inherits, or has captured its value, needs a box of its own. Where SwiftUI exists
/// it also carries what the view that holds it has inherited, and reads of the view see that first.
@propertyWrapper
public struct Dependency<Value: Sendable>: Sendable {
  @usableFromInline enum Storage: Sendable {
    // Not counted, because sites are immortal, and counting would cost each read more than all the rest.
    case lazy(Uncounted<TypedReadSite<Value>>)
    case captured(DefaultValue<Value>)
    case inherited(InheritingSite<Value>)
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
    self.init(
      TypedReadSite<Value>.of(keyPath, at: ReadSite.Place(fileID, filePath, line, column)),
      resolution
    )
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
    self.init(
      TypedReadSite<Value>.of(key, at: ReadSite.Place(fileID, filePath, line, column)),
      resolution
    )
  }

  /// Reads a key, without a property of its own.
  @inlinable @inline(always) public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    resolve resolution: DependencyResolution = .lazy,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    self.init(
      TypedReadSite<Value>.of(key, at: ReadSite.Place(fileID, filePath, line, column)),
      resolution
    )
  }

  /// The value, as seen from the scope of this read.
  @inlinable public var wrappedValue: Value {
    @inline(always) get {
      guard case .lazy(let site) = storage else { return captured }
      #if canImport(SwiftUI)
      if let environment = inherited.values {
        return site.look { $0.value(inheriting: environment) }
      }
      #endif
      let known = ReadSite.knownAnswer(at: site.address)
      return known != 0 ? Answer(known).value() : site.look { $0.value }
    }
  }

  @inlinable var captured: Value {
    @inline(never) get {
      switch storage {
      case .captured(let box): box.value
      case .inherited(let site): read(site)
      case .lazy: preconditionFailure("nothing was captured")
      }
    }
  }

  package init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    resolve resolution: DependencyResolution,
    at place: ReadSite.Place
  ) {
    self.init(TypedReadSite<Value>.of(keyPath, at: place), resolution)
  }

  @inlinable @inline(always) init(
    _ site: Uncounted<TypedReadSite<Value>>,
    _ resolution: DependencyResolution
  ) {
    storage =
      switch resolution {
      case .lazy: .lazy(site)
      case .captured: .captured(site.look { $0.capture() })
      case .inherited: Self.inheriting(site)
      }
  }

  @usableFromInline static func inheriting(_ site: Uncounted<TypedReadSite<Value>>) -> Storage {
    .inherited(InheritingSite(site))
  }

  @usableFromInline func read(_ site: InheritingSite<Value>) -> Value {
    #if canImport(SwiftUI)
    let environment = inherited.values
    return site.value(readFrom: Precedence.select(environment: environment, taskLocal: .current))
    #else
    return site.value(readFrom: .readable)
    #endif
  }
}
