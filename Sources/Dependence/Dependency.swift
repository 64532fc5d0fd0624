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
    // Not counted, because sites are immortal.
    case lazy(Uncounted<ReadSite>)
    case captured(DefaultValue<Value>)
    case inherited(InheritingSite)
  }

  @usableFromInline let storage: Storage
  #if canImport(SwiftUI)
  @usableFromInline var inherited = InheritedDependencies()
  #endif

  /// Reads a property of ``DependencyValues``.
  @inlinable public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    resolve resolution: DependencyResolution = .lazy,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let place = ReadSite.Place(fileID, filePath, line, column)
    self.init(ReadSite.of(keyPath, at: place), resolution)
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
    let place = ReadSite.Place(fileID, filePath, line, column)
    self.init(ReadSite.of(key, at: place) { KeyRecord<Value>.of(key) }, resolution)
  }

  /// Reads a key, without a property of its own.
  @inlinable public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    resolve resolution: DependencyResolution = .lazy,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    let place = ReadSite.Place(fileID, filePath, line, column)
    self.init(ReadSite.of(key, at: place) { KeyRecord<Value>.of(key) }, resolution)
  }

  /// The value, as seen from the scope of this read.
  @inlinable public var wrappedValue: Value {
    guard case .lazy(let site) = storage else { return kept }
    #if canImport(SwiftUI)
    if let environment = inherited.values {
      return site.object.value(inheriting: environment)
    }
    #endif
    if let holder = site.find() { return holder.value() }
    return site.read()
  }

  /// The value of a property that has captured it, or that inherits the scope of its owner.
  @usableFromInline var kept: Value {
    switch storage {
    case .captured(let box): box.value
    case .inherited(let site): read(site)
    case .lazy: preconditionFailure("nothing was captured")
    }
  }

  package init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    resolve resolution: DependencyResolution,
    at place: ReadSite.Place,
    reading record: AnyKeyRecord? = nil
  ) {
    self.init(ReadSite.of(keyPath, at: place, reading: record), resolution)
  }

  @inlinable init(_ site: Uncounted<ReadSite>, _ resolution: DependencyResolution) {
    storage = if case .lazy = resolution { .lazy(site) } else { Self.keeping(site, resolution) }
  }

  @usableFromInline static func keeping(
    _ site: Uncounted<ReadSite>,
    _ resolution: DependencyResolution
  ) -> Storage {
    if case .inherited = resolution { return .inherited(InheritingSite(site.object)) }
    return .captured(DefaultValue(site.object.value(from: .readable)))
  }

  private func read(_ site: InheritingSite) -> Value {
    #if canImport(SwiftUI)
    let environment = inherited.values
    return site.value(readFrom: Precedence.select(environment: environment, taskLocal: .current))
    #else
    return site.value(readFrom: .readable)
    #endif
  }
}

/// The read site of a property that inherits, with the scope in which the owner of the property was created.
@usableFromInline final class InheritingSite: Sendable {
  private let site: ReadSite
  private let made = captureDependencies().frame

  init(_ site: ReadSite) { self.site = site }

  func value<Value: Sendable>(readFrom reader: Frame) -> Value {
    let isProcess = reader.root === DependencyRoot.process
    return site.value(from: InheritingFrame.frame(reader, over: made, isProcess: isProcess))
  }
}

// MARK: - Reading

extension Uncounted where Object == ReadSite {
  /// The value that is read here, if ``find()`` does not find it.
  @usableFromInline package func read<Value: Sendable>() -> Value {
    var lease = Lease.begin(for: self)
    guard let current = lease else { return object.value(from: .readable) }
    let value: Value = self.value(in: DependencyValues(consume current))
    Lease.end(&lease)
    return value
  }
}

extension ReadSite {
  /// The value as seen from a view that has its own environment.
  @usableFromInline package func value<Value: Sendable>(inheriting environment: DependencyValues)
    -> Value
  {
    value(from: Precedence.select(environment: environment, taskLocal: .current))
  }

  /// The value as seen from a frame.
  package func value<Value: Sendable>(from frame: Frame) -> Value {
    if path != nil {
      var lease: Lease? = Lease.begin(Uncounted(frame), for: Uncounted(self))
      let value: Value = Uncounted(self).value(in: DependencyValues(lease.unsafelyUnwrapped))
      Lease.end(&lease)
      return value
    }
    // A site without a path was created with a record.
    return frame.read(record.unsafelyUnwrapped, at: .compiled(place)).value()
  }
}

// MARK: - Sites of properties

extension ReadSite {
  private static let byPath = Lock<[PathKey: Uncounted<ReadSite>]>([:])

  private struct PathKey: Hashable {
    let path: AnyKeyPath
    let file: UInt
    let line: UInt
    let column: UInt
  }

  /// The only site for a property that is read at a place.
  ///
  /// A key path that captures a value, or that generic code creates, is a new object each time. Equal key paths share the
  /// site of the first one.
  ///
  /// - Parameter record: The labelled key that the property reads, as long as ``forgetLabelledKeys()`` is not called.
  @usableFromInline static func of(
    _ path: AnyKeyPath,
    at place: Place,
    reading record: AnyKeyRecord? = nil
  ) -> Uncounted<ReadSite> {
    if let known = known(path, at: place) { return known }
    let file = UInt(bitPattern: place.fileID.utf8Start)
    let key = PathKey(path: path, file: file, line: place.line, column: place.column)
    return byPath.withLock { byPath in
      let site = byPath[key] ?? insert(path, at: place, reading: record)
      byPath[key] = site
      return site
    }
  }
}
