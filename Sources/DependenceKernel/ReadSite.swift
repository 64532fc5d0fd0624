import Synchronization

/// A source location whose file names are static strings, as the compiler provides them.
@usableFromInline package struct StaticSourceLocation: Sendable {
  package let fileID: StaticString
  package let filePath: StaticString
  package let line: UInt
  package let column: UInt

  @usableFromInline
  package init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

/// A source location where a dependency is read, together with the key or property that is read
/// there.
///
/// Read sites are immortal and shared: all instances of a type use the same site for a given
/// property wrapper. A wrapper is therefore a single pointer, and creating it allocates no memory.
@usableFromInline package final class ReadSite: @unchecked Sendable {
  // This class is `@unchecked Sendable` because `AnyKeyPath` is not `Sendable`. Wrappers accept
  // only `Sendable` key paths.

  /// The address of the record of the key that this site reads directly. It is zero if the site has
  /// to call the getter of a property.
  fileprivate let key: Atomic<UInt>
  /// Whether the site has already determined if its property merely reads a single key.
  private let hasLearned: Atomic<Bool>
  /// The key path of the property that this site reads, or `nil` if the site reads a key without a
  /// property.
  @usableFromInline package let path: AnyKeyPath?
  package let location: StaticSourceLocation

  fileprivate init(_ record: AnyKeyRecord?, _ path: AnyKeyPath?, at location: StaticSourceLocation)
  {
    key = Atomic(record.map { Uncounted($0).address } ?? 0)
    hasLearned = Atomic(record != nil)
    (self.path, self.location) = (path, location)
  }

  /// The record of the key that this site reads directly, or `nil` if the site has to call the
  /// getter of a property.
  package var record: AnyKeyRecord? { Uncounted(at: key.load(ordering: .acquiring))?.object }

  /// Makes the site read a key directly from now on, instead of calling the getter of `property`. A
  /// getter calls this method if it returns the key's value unchanged.
  package func learn(_ record: AnyKeyRecord, of property: @autoclosure () -> AnyKeyPath) {
    // The getter may read another property, whose getter then calls this method for the same site.
    // Comparing the key paths shows whether the call comes from the getter of the right property.
    guard !hasLearned.exchange(true, ordering: .relaxed), property() == path else { return }
    key.store(Uncounted(record).address, ordering: .releasing)
  }

  /// Makes all sites that read the value of a module directly call the getter of their property
  /// again.
  ///
  /// These sites usually read the module's key directly, because that is faster. However, only the
  /// getter handles imperative overrides, lifetimes and trial runs of factories.
  package static func forgetLabelledKeys() {
    labelled.withLock { sites in
      for site in sites { site.key.store(0, ordering: .releasing) }
      sites = []
    }
  }

  // MARK: Finding

  private static let all = ImmortalTable()
  /// The sites that read the value of a module directly until ``forgetLabelledKeys()`` is called.
  private static let labelled = Lock<[ReadSite]>([])

  /// Returns the site where a key is read at a source location. The first call creates the site.
  @usableFromInline package static func of(
    _ key: Any.Type,
    at location: StaticSourceLocation,
    record: () -> AnyKeyRecord
  ) -> Uncounted<ReadSite> {
    let identity = identity(of: ObjectIdentifier(key), at: location)
    let known = all.find(identity.object, identity.file, identity.position)
    if known != 0 { return Uncounted(at: known)! }
    return Uncounted(at: all.findOrInsert(identity) { ReadSite(record(), nil, at: location) })!
  }

  /// Returns the site where a property is read at a source location, or `nil` if no site has been
  /// created for this key path and location.
  package static func known(_ path: AnyKeyPath, at location: StaticSourceLocation) -> Uncounted<
    ReadSite
  >? {
    let identity = identity(of: ObjectIdentifier(path), at: location)
    return Uncounted(at: all.find(identity.object, identity.file, identity.position))
  }

  /// Creates the site where a property is read at a source location. The site keeps the key path
  /// alive, because the key path's address identifies the site.
  ///
  /// - Parameter record: The record of the key that the site reads directly until
  ///   ``forgetLabelledKeys()`` is called, or `nil` if the site has to call the getter of the
  ///   property.
  package static func insert(
    _ path: AnyKeyPath,
    at location: StaticSourceLocation,
    reading record: AnyKeyRecord?
  ) -> Uncounted<ReadSite> {
    let identity = identity(of: ObjectIdentifier(path), at: location)
    let site = Uncounted<ReadSite>(
      at: all.findOrInsert(identity) { ReadSite(record, path, at: location) }
    )!
    if record != nil { labelled.withLock { $0.append(site.object) } }
    return site
  }

  private static func identity(of object: ObjectIdentifier, at location: StaticSourceLocation)
    -> ImmortalIdentity
  {
    ImmortalIdentity(
      object: UInt(bitPattern: object),
      file: UInt(bitPattern: location.fileID.utf8Start),
      position: location.line &<< 16 | location.column
    )
  }
}

/// The source location of a read. Its file names are static strings if the compiler provided them,
/// and ordinary strings otherwise.
package enum ReadLocation: Sendable {
  case compiled(StaticSourceLocation)
  case written(fileID: String, filePath: String, line: Int, column: Int)
  case unknown
}

// MARK: - Reading

extension Uncounted where Object == ReadSite {
  /// Returns the object that holds the value read at this site, or `nil` if the read needs special
  /// handling.
  ///
  /// Most reads need nothing else, because the bound frame has already cached their result. The
  /// bound scope keeps the object alive.
  @usableFromInline package func find() -> Uncounted<Holder>? {
    withObject { site in
      guard let record = Uncounted<AnyKeyRecord>(at: site.key.load(ordering: .acquiring)),
        let frame = Frame.immediate
      else { return nil }
      return record.withObject { record in frame.withObject { $0.find(record, at: site.location) } }
    }
  }

  package var location: StaticSourceLocation { withObject { $0.location } }

  /// Returns the value of the property that this site reads from `root`. `Root` and `Value` must
  /// match the types of the site's key path.
  ///
  /// All threads share the site and its key path, so this method avoids contention for their
  /// reference counts by not retaining them.
  package func value<Root, Value>(in root: Root) -> Value {
    withObject { site in
      Unmanaged.passUnretained(site.path.unsafelyUnwrapped)._withUnsafeGuaranteedRef { path in
        root[keyPath: unsafeDowncast(path, to: KeyPath<Root, Value>.self)]
      }
    }
  }
}

extension Frame {
  /// Returns the object that holds the value of a key in the scope of this frame, or `nil` if the
  /// read needs special handling: see ``findFast(_:at:)``.
  package final func find(_ record: AnyKeyRecord, at location: StaticSourceLocation) -> Uncounted<
    Holder
  >? {
    if let known = ReadMemo.holder(for: record, in: memo.load(ordering: .acquiring)) {
      return known
    }
    return findFast(record, at: .compiled(location)).map { Uncounted($0) }
  }
}

extension Uncounted where Object == Frame {
  /// Returns the object that holds the value of a key in the scope of this frame. Returns `nil` if
  /// the key has not been used in this process yet, or if the read needs special handling.
  package func find(_ key: Any.Type, at location: StaticSourceLocation) -> Uncounted<Holder>? {
    guard let record = Uncounted<AnyKeyRecord>(at: KeyRegistry.known(key)) else { return nil }
    return record.withObject { record in withObject { $0.find(record, at: location) } }
  }
}
