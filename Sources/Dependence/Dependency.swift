/// A rule that determines when, and in which scope, a ``Dependency`` property wrapper resolves its
/// value.
public enum DependencyResolution: Sendable {
  /// Resolves the value on every read, in the scope of the code that reads it.
  case lazy
  /// Resolves the value once, when the property's owner is created, in the scope of the code that
  /// creates the owner. A read after the end of the test is not reported, because the owner keeps
  /// only the value.
  case captured
  /// Resolves the value on every read, considering both the reader's scope and the owner's scope,
  /// that is, the scope where the property's owner was created. Overrides in the reader's scope
  /// take precedence.
  ///
  /// However, an override in the reader's scope does not take precedence if it was already visible
  /// when the owner was created, because the owner's scope might have overridden the same
  /// dependency again. The innermost override in the owner's scope is used instead.
  ///
  /// - Complexity: O(*n*) per read, where *n* is the number of scopes that enclose the read and the
  ///   creation of the owner.
  case inherited
}

/// A property wrapper that reads a dependency.
///
/// ```swift
/// struct Greeter {
///   @Dependency(\.greeting) var greeting
///   func greet() -> String { greeting + "!" }
/// }
/// ```
///
/// By default, every read resolves the dependency again in the reader's scope. With
/// `resolve: .captured`, the value is resolved once, and later overrides do not affect it. Use
/// `resolve: .inherited` for models that are created in one scope and used in others.
///
/// You can use the wrapper in structs, in actors, and in types that are isolated to the main actor.
/// A class that conforms to `Sendable` cannot contain it, because a property wrapper is always
/// stored in a `var`.
///
/// Several threads can use the wrapper at the same time. Creating a wrapper allocates memory only
/// if it is the first one at its source location, or if `resolve` is `.captured` or `.inherited`. A
/// wrapper is the size of a pointer, except on platforms with SwiftUI. There, it also stores the
/// overrides that its view inherits, which take precedence when the view reads the dependency.
@propertyWrapper
public struct Dependency<Value: Sendable>: Sendable {
  @usableFromInline enum Storage: Sendable {
    // The property's read site: its source location, and the key path or key that it reads. The
    // site is not retained, because read sites are never deallocated.
    case lazy(Uncounted<ReadSite>)
    case captured(DefaultValue<Value>)
    case inherited(InheritingSite)
  }

  @usableFromInline let storage: Storage
  #if canImport(SwiftUI)
  @usableFromInline var inherited = InheritedDependencies()
  #endif

  /// Creates a wrapper that reads a property of ``DependencyValues``.
  @inlinable public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    resolve resolution: DependencyResolution = .lazy,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = StaticSourceLocation(fileID, filePath, line, column)
    self.init(ReadSite.of(keyPath, at: location), resolution)
  }

  /// Creates a wrapper that reads a key whose live value may be declared in a module that this file
  /// does not import.
  @inlinable public init<Key: TestDependencyKey>(
    test key: Key.Type,
    resolve resolution: DependencyResolution = .lazy,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    let location = StaticSourceLocation(fileID, filePath, line, column)
    self.init(ReadSite.of(key, at: location) { KeyRecord<Value>.of(key) }, resolution)
  }

  /// Creates a wrapper that reads a key directly, without going through a property of
  /// ``DependencyValues``.
  @inlinable public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    resolve resolution: DependencyResolution = .lazy,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    let location = StaticSourceLocation(fileID, filePath, line, column)
    self.init(ReadSite.of(key, at: location) { KeyRecord<Value>.of(key) }, resolution)
  }

  /// The value of the dependency, resolved according to the wrapper's ``DependencyResolution``.
  @inlinable public var wrappedValue: Value {
    guard case .lazy(let site) = storage else { return kept }
    #if canImport(SwiftUI)
    if let environment = inherited.values {
      return site.object.value(inheriting: environment)
    }
    #endif
    if let holder = site.find() { return holder.value(as: Value.self) }
    return site.read()
  }

  /// The dependency's value if the wrapper's resolution is `.captured` or `.inherited`. Traps if it
  /// is `.lazy`.
  @usableFromInline var kept: Value {
    switch storage {
    case .captured(let box): box.value
    case .inherited(let site): site.value(readFrom: readingFrame)
    case .lazy: preconditionFailure("nothing was captured")
    }
  }

  package init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    resolve resolution: DependencyResolution,
    at location: StaticSourceLocation,
    reading record: AnyKeyRecord? = nil
  ) {
    self.init(ReadSite.of(keyPath, at: location, reading: record), resolution)
  }

  @inlinable init(_ site: Uncounted<ReadSite>, _ resolution: DependencyResolution) {
    storage = if case .lazy = resolution { .lazy(site) } else { Self.keeping(site, resolution) }
  }

  @usableFromInline static func keeping(
    _ site: Uncounted<ReadSite>,
    _ resolution: DependencyResolution
  ) -> Storage {
    if case .inherited = resolution { return .inherited(InheritingSite(site.object)) }
    let (frame, site) = (Frame.readable, site.object)
    let value: Value = site.value(from: frame)
    frame.noteCapture(of: site.name, at: site.location.site)
    return .captured(DefaultValue(value))
  }

  /// The innermost frame of the scope in which the current code reads this wrapper.
  var readingFrame: Frame {
    #if canImport(SwiftUI)
    Precedence.select(environment: inherited.values, taskLocal: .current)
    #else
    .readable
    #endif
  }
}

/// The state of a property wrapper with `resolve: .inherited`: the wrapper's read site, and the
/// scope where the wrapper was created. The read site contains the wrapper's source location and
/// the dependency that it reads.
@usableFromInline final class InheritingSite: Sendable {
  let site: ReadSite
  private let made = CapturedDependencies.stored().frame

  init(_ site: ReadSite) { self.site = site }

  func value<Value: Sendable>(readFrom reader: Frame) -> Value {
    site.value(from: frame(readFrom: reader))
  }

  /// Returns the frame that code in the scope of `reader` must read the dependency from.
  func frame(readFrom reader: Frame) -> Frame {
    let isProcess = reader.root === DependencyRoot.process
    return InheritingFrame.frame(reader, over: made, isProcess: isProcess)
  }
}

// MARK: - Reading

extension Uncounted where Object == ReadSite {
  /// Returns the value of the dependency that a property wrapper reads. This read site contains the
  /// wrapper's source location, and the key path or key that it reads. Callers should try
  /// ``find()`` first, because it is faster but does not always find the value.
  @usableFromInline package func read<Value: Sendable>() -> Value {
    var lease = Lease.begin(for: self)
    guard let current = lease else { return object.value(from: .readable) }
    let value: Value = self.value(in: DependencyValues(consume current))
    Lease.end(&lease)
    return value
  }
}

extension ReadSite {
  /// Returns the dependency's value for a view. `environment` contains the overrides that apply to
  /// the view. If there are any, they take precedence over the current task's scope.
  @usableFromInline package func value<Value: Sendable>(inheriting environment: DependencyValues)
    -> Value
  {
    value(from: Precedence.select(environment: environment, taskLocal: .current))
  }

  /// Returns the dependency's value in the scope whose innermost frame is `frame`.
  package func value<Value: Sendable>(from frame: Frame) -> Value {
    if path != nil {
      var lease: Lease? = Lease.begin(Uncounted(frame), for: Uncounted(self))
      let value: Value = Uncounted(self).value(in: DependencyValues(lease.unsafelyUnwrapped))
      Lease.end(&lease)
      return value
    }
    // A site without a key path was created for a key, so unwrapping the key's record is safe.
    return frame.read(record.unsafelyUnwrapped, at: .compiled(location))
      .value(as: Value.self)
  }
}

// MARK: - Read sites of properties

extension ReadSite {
  /// The dependency's name as shown in messages. If the program contains no symbol for the
  /// property, the text of its key path contains an address instead of the property's name, so the
  /// result is "a dependency".
  fileprivate var name: String {
    if let record { return record.name }
    let property = path.map { "\($0)" } ?? "<unknown>"
    return property.contains("<") ? "a dependency" : property
  }

  private static let byPath = Lock<[PathKey: Uncounted<ReadSite>]>([:])

  private struct PathKey: Hashable {
    let path: AnyKeyPath
    let file: UInt
    let line: UInt
    let column: UInt
  }

  /// Returns the read site of a property wrapper, creating it if necessary. It contains the
  /// wrapper's source location and the key path of the property that the wrapper reads.
  ///
  /// Wrappers with the same location and equal key paths share one site. Key paths are compared by
  /// value, because a key path expression that captures a value or appears in generic code creates
  /// a new object each time it is evaluated.
  ///
  /// - Parameter record: The metadata record of the dependency that modules register for the
  ///   property, or `nil` to call the property's getter. If there is a record, the site reads this
  ///   dependency directly, which is faster, until ``forgetLabeledKeys()`` is called.
  @usableFromInline static func of(
    _ path: AnyKeyPath,
    at location: StaticSourceLocation,
    reading record: AnyKeyRecord? = nil
  ) -> Uncounted<ReadSite> {
    if let known = known(path, at: location) { return known }
    let file = UInt(bitPattern: location.fileID.utf8Start)
    let key = PathKey(path: path, file: file, line: location.line, column: location.column)
    return byPath.withLock { byPath in
      let site = byPath[key] ?? insert(path, at: location, reading: record)
      byPath[key] = site
      return site
    }
  }
}
