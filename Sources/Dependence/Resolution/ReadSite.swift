public import Synchronization

/// A place where a dependency is read: what is read, and where that was written down.
///
/// Immortal and shared: there is one for each declaration of a wrapper, however many objects carry
/// it, so that a wrapper is one pointer and making one allocates nothing.
@usableFromInline class ReadSite: @unchecked Sendable {
  // Unchecked, because a class that is inherited from cannot be checked: all of its state is constant.

  /// The key that is read; nil where that is a property, which may be computed from any number of keys.
  final let record: AnyKeyRecord?
  // What a read needs to know of the record, so that it does not have to touch it: see there. The address
  // is zero where there is none.
  @usableFromInline final let universal: UnsafeMutablePointer<Atomic<UInt>>
  @usableFromInline final let number: Int
  @usableFromInline final let address: UInt
  final let place: Place

  fileprivate init(_ record: AnyKeyRecord?, at place: Place) {
    self.record = record
    self.place = place
    universal = record?.universal ?? Self.nothing
    number = record?.number ?? 0
    address = record?.address ?? 0
  }

  // A word that is never written.
  private nonisolated(unsafe) static let nothing = {
    let word = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: 1)
    word.initialize(to: Atomic(0))
    return word
  }()

  /// The place as the compiler hands it over.
  @usableFromInline struct Place: Sendable {
    let fileID: StaticString
    let filePath: StaticString
    let line: UInt
    let column: UInt

    @usableFromInline
    init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
      self.fileID = fileID
      self.filePath = filePath
      self.line = line
      self.column = column
    }

    /// The place in words, which takes a while.
    var site: SourceSite { SourceSite(fileID, filePath, line, column) }

    /// What tells a read here of what lies at an address from every other.
    fileprivate func identity(ofReading address: UInt) -> ImmortalIdentity {
      ImmortalIdentity(
        object: address,
        file: UInt(bitPattern: fileID.utf8Start),
        place: line &<< 16 | column
      )
    }
  }
}

/// A place where a value of type `Value` is read.
@usableFromInline final class TypedReadSite<Value: Sendable>: ReadSite, @unchecked Sendable {
  private let keyPath: (any KeyPath<DependencyValues, Value> & Sendable)?
  /// The same path, as readers use it.
  @usableFromInline let path: Unmanaged<KeyPath<DependencyValues, Value>>?

  private init(_ record: KeyRecord<Value>, at place: Place) {
    keyPath = nil
    path = nil
    super.init(record, at: place)
  }

  private init(_ keyPath: any KeyPath<DependencyValues, Value> & Sendable, at place: Place) {
    self.keyPath = keyPath
    path = .passUnretained(keyPath)
    super.init(nil, at: place)
  }

  /// The one site for a key read at a place.
  @usableFromInline static func of<Key: DependencyKey>(
    _ key: Key.Type,
    at place: Place
  ) -> TypedReadSite where Key.Value == Value {
    let identity = place.identity(ofReading: UInt(bitPattern: ObjectIdentifier(key)))
    let record = KeyRecord.of(key)
    return ReadSites.site(identity) { TypedReadSite(record, at: place) }
  }

  /// The one site for a key read at a place, whose live value may be in a module that is not seen there.
  @usableFromInline static func of<Key: TestDependencyKey>(
    test key: Key.Type,
    at place: Place
  ) -> TypedReadSite where Key.Value == Value {
    let identity = place.identity(ofReading: UInt(bitPattern: ObjectIdentifier(key)))
    let record = KeyRecord.of(test: key)
    return ReadSites.site(identity) { TypedReadSite(record, at: place) }
  }

  /// The one site for a key path read at a place.
  @usableFromInline static func of(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    at place: Place
  ) -> TypedReadSite {
    let address = UInt(bitPattern: ObjectIdentifier(keyPath))
    let identity = place.identity(ofReading: address)
    return ReadSites.site(identity, ofPathEqualTo: keyPath) { TypedReadSite(keyPath, at: place) }
  }
}

/// Every site that was met.
@usableFromInline enum ReadSites {
  private static let all = ImmortalTable()

  /// The address of the site where what lies at an address is read lazily, if it was met before; otherwise
  /// zero.
  @inlinable @inline(always) static func known(
    _ object: UInt,
    _ fileID: StaticString,
    _ line: UInt,
    _ column: UInt,
    _ resolution: DependencyResolution
  ) -> UInt {
    guard case .lazy = resolution else { return 0 }
    return find(object, UInt(bitPattern: fileID.utf8Start), line &<< 16 | column)
  }

  @usableFromInline static func find(_ object: UInt, _ file: UInt, _ place: UInt) -> UInt {
    all.find(object, file, place)
  }

  fileprivate static func site<Value>(
    _ identity: ImmortalIdentity,
    make: () -> TypedReadSite<Value>
  ) -> TypedReadSite<Value> {
    unsafeBitCast(all.findOrInsert(identity, make: make), to: TypedReadSite.self)
  }

  /// A key path as its components say, and the place where it is read.
  private struct PathKey: Hashable {
    let keyPath: AnyKeyPath
    let file: UInt
    let place: UInt
  }

  private static let byPath = Lock<[PathKey: ReadSite]>([:])

  /// Key paths that capture something, or are made in generic code, are new objects each time: equal
  /// ones share the site of the first, which keeps that one alive, so that no other takes its address.
  fileprivate static func site<Value>(
    _ identity: ImmortalIdentity,
    ofPathEqualTo keyPath: AnyKeyPath,
    make: () -> TypedReadSite<Value>
  ) -> TypedReadSite<Value> {
    let key = PathKey(keyPath: keyPath, file: identity.file, place: identity.place)
    let found = byPath.withLock { byPath -> ReadSite in
      if let known = byPath[key] { return known }
      let made = site(identity, make: make)
      byPath[key] = made
      return made
    }
    return unsafeDowncast(found, to: TypedReadSite.self)
  }
}
