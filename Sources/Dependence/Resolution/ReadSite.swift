import Synchronization

/// A place where a dependency is read: what is read, and where that was written down.
///
/// Immortal and shared: there is one for each declaration of a wrapper, however many objects carry
/// it, so that a wrapper is one pointer and making one allocates nothing.
@usableFromInline package class ReadSite: @unchecked Sendable {
  // Unchecked, because a class that is inherited from cannot be checked: its state is constant, but for an atomic.

  /// The address of the record of the key that is read; zero where that is a property of which nobody knows yet
  /// whether it is one key and nothing else.
  final let key: Atomic<UInt>
  final let place: Place

  fileprivate init(_ record: AnyKeyRecord?, at place: Place) {
    key = Atomic(record.map { Uncounted($0).address } ?? 0)
    hasLearned = Atomic(record != nil)
    self.place = place
  }

  /// The key that is read, where that is known.
  final var record: AnyKeyRecord? {
    Uncounted(at: key.load(ordering: .acquiring))?.object
  }

  /// True once the site cannot learn any more than it knows.
  fileprivate final let hasLearned: Atomic<Bool>

  /// Has the site read a key from now on, if `property` is what it reads: a property that is this key and nothing else.
  final func learn(_ record: AnyKeyRecord, of property: @autoclosure () -> AnyKeyPath) {
    // A property that does more than to read this one hands its own reader on, and is told from it here, once.
    guard !hasLearned.exchange(true, ordering: .relaxed), property() == anyPath else { return }
    key.store(Uncounted(record).address, ordering: .releasing)
  }

  fileprivate var anyPath: AnyKeyPath? { nil }

  /// The place as the compiler hands it over.
  @usableFromInline package struct Place: Sendable {
    let fileID: StaticString
    let filePath: StaticString
    let line: UInt
    let column: UInt

    @usableFromInline
    package init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
      self.fileID = fileID
      self.filePath = filePath
      self.line = line
      self.column = column
    }

    /// The place in words, which takes a while.
    package var site: SourceSite { SourceSite(fileID, filePath, line, column) }
  }
}

/// A place where a value of type `Value` is read.
@usableFromInline final class TypedReadSite<Value: Sendable>: ReadSite, @unchecked Sendable {
  /// The property that is read; nil where that is a key.
  @usableFromInline let path: (any KeyPath<DependencyValues, Value> & Sendable)?

  fileprivate init(_ record: AnyKeyRecord, at place: Place) {
    path = nil
    super.init(record, at: place)
  }

  fileprivate init(_ path: any KeyPath<DependencyValues, Value> & Sendable, at place: Place) {
    self.path = path
    super.init(nil, at: place)
  }

  override fileprivate var anyPath: AnyKeyPath? { path }

  /// The one site for a key read at a place.
  @usableFromInline static func of<Key: TestDependencyKey>(
    _ key: Key.Type,
    at place: Place
  ) -> Uncounted<TypedReadSite> where Key.Value == Value {
    ReadSites.site(of: ObjectIdentifier(key), at: place) {
      TypedReadSite(KeyRecord<Value>.of(key), at: place)
    }
  }

  /// The one site for a key path read at a place.
  ///
  /// Key paths that capture something, or are made in generic code, are new objects each time: equal
  /// ones share the site of the first, which keeps that one alive, so that no other takes its address.
  @usableFromInline static func of(
    _ path: any KeyPath<DependencyValues, Value> & Sendable,
    at place: Place
  ) -> Uncounted<TypedReadSite> {
    ReadSites.site(of: ObjectIdentifier(path), at: place, equalTo: path) {
      TypedReadSite(path, at: place)
    }
  }
}

// MARK: - Reading

extension TypedReadSite {
  /// The value that is read here, where nobody knows it yet.
  @inlinable var value: Value {
    @inline(never) get {
      guard let path else { return find(from: .readable).value() }
      let reader = Uncounted<ReadSite>(self)
      if var lent = LentValues(to: reader) { return lent.value(at: path) }
      return DependencyValues(.readable, readBy: reader)[keyPath: path]
    }
  }

  /// The answer to a key's read, as seen from a frame.
  @usableFromInline func find(from frame: Frame) -> Answer {
    // A site without a path was made with a record.
    frame.find(record.unsafelyUnwrapped, at: .compiled(place))
  }

  /// The value as it is here and now.
  @usableFromInline func capture() -> DefaultValue<Value> { DefaultValue(value(from: .readable)) }

  /// The value as seen from a view that has its own environment.
  @usableFromInline package func value(inheriting environment: DependencyValues) -> Value {
    value(from: Precedence.select(environment: environment, taskLocal: .current))
  }

  /// The value as seen from a frame.
  func value(from frame: Frame) -> Value {
    guard let path else { return find(from: frame).value() }
    return DependencyValues(frame, readBy: Uncounted(self))[keyPath: path]
  }
}

/// Every site that was met.
private enum ReadSites {
  private static let all = ImmortalTable()
  private static let byPath = Lock<[PathKey: UInt]>([:])

  /// A key path as its components say, and the place where it is read.
  private struct PathKey: Hashable {
    let path: AnyKeyPath
    let file: UInt
    let place: UInt
  }

  /// The one site where what has this identity is read, made on first use.
  ///
  /// - Parameter path: The key path that is read: one site serves all equal ones.
  static func site<Site: ReadSite>(
    of object: ObjectIdentifier,
    at place: ReadSite.Place,
    equalTo path: AnyKeyPath? = nil,
    make: () -> Site
  ) -> Uncounted<Site> {
    let identity = ImmortalIdentity(
      object: UInt(bitPattern: object),
      file: UInt(bitPattern: place.fileID.utf8Start),
      place: place.line &<< 16 | place.column
    )
    let known = all.find(identity.object, identity.file, identity.place)
    if known != 0 { return Uncounted(at: known)! }
    guard let path else { return Uncounted(at: all.findOrInsert(identity, make: make))! }
    let key = PathKey(path: path, file: identity.file, place: identity.place)
    return byPath.withLock { byPath in
      let site = byPath[key] ?? all.findOrInsert(identity, make: make)
      byPath[key] = site
      return Uncounted(at: site)!
    }
  }
}

/// A place where something is read, as whoever reads it knows it.
package enum ReadPlace: Sendable {
  case compiled(ReadSite.Place)
  case written(SourceSite)
  case unknown

  /// The place in words, which may take a while.
  package var site: SourceSite? {
    switch self {
    case .compiled(let place): place.site
    case .written(let site): site
    case .unknown: nil
    }
  }
}
