import Synchronization

/// A source location whose file names are static strings, so creating or copying one allocates no
/// memory.
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

/// A source location where a dependency is read, together with the key or property that is read.
/// For example, the declaration `@Dependency(\.date) var date` has a read site.
///
/// Read sites are never deallocated, and all instances of a type share the read site of each
/// `@Dependency` property. The property wrapper is therefore just a pointer, and creating it
/// usually allocates no memory.
@usableFromInline package final class ReadSite: @unchecked Sendable {
  // This class is `@unchecked Sendable` because `AnyKeyPath` is not `Sendable`. Sharing the key
  // path is safe because property wrappers accept only `Sendable` key paths.

  /// The address of the metadata record of the key read at this site, or zero if the site reads a
  /// property whose getter must be called.
  fileprivate let key: Atomic<UInt>
  /// Whether calls to ``learn(_:of:)`` have no effect any longer. That is the case if the site was
  /// created with a key or if the method has already been called.
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

  /// The metadata record of the key read at this site, or `nil` if the key is unknown. If the site
  /// reads a property, its key is unknown until the property's getter has been called once. It
  /// remains unknown if the getter does anything other than return the value of one key.
  package var record: AnyKeyRecord? { Uncounted(at: key.load(ordering: .acquiring))?.object }

  /// Makes later reads at this site skip `property`'s getter and read `record`'s key directly,
  /// which is faster. A getter calls this method if it does nothing but return that key's value.
  package func learn(_ record: AnyKeyRecord, of property: @autoclosure () -> AnyKeyPath) {
    // If the getter of this site's property reads another property, that property's getter calls
    // this method too. Comparing the key paths rejects such calls.
    guard !hasLearned.exchange(true, ordering: .relaxed), property() == path else { return }
    key.store(Uncounted(record).address, ordering: .releasing)
  }

  /// Makes all read sites of dependencies that modules register call the property's getter again
  /// instead of reading the dependency's key directly.
  ///
  /// Sites usually skip a property's getter and read the dependency's key, because that is faster.
  /// However, only the getter supports lifetimes, overrides for the whole app or test, and
  /// `validate()`, which runs factories to check them. Call this method before the program first
  /// uses one of these features.
  package static func forgetLabeledKeys() {
    labeled.withLock { sites in
      for site in sites { site.key.store(0, ordering: .releasing) }
      sites = []
    }
  }

  // MARK: Finding

  private static let all = ImmortalTable()
  /// The read sites that, until ``forgetLabeledKeys()`` is called, skip a property's getter and
  /// read the key of a module-registered dependency directly.
  private static let labeled = Lock<[ReadSite]>([])

  /// Returns the read site (the shared object that represents all reads at one source location) for
  /// a key at `location`, creating it if necessary.
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

  /// Returns the existing read site for a property at a source location, or `nil` if there is none.
  /// Key paths are compared by identity, so a site that was created with another instance of an
  /// equal key path is not found.
  package static func known(_ path: AnyKeyPath, at location: StaticSourceLocation) -> Uncounted<
    ReadSite
  >? {
    let identity = identity(of: ObjectIdentifier(path), at: location)
    return Uncounted(at: all.find(identity.object, identity.file, identity.position))
  }

  /// Returns the read site (the shared object that represents all reads at one source location) for
  /// a property at `location`, creating it if necessary. The site keeps the key path alive, because
  /// the key path's address identifies the site.
  ///
  /// - Parameter record: The metadata record of the property's key, or `nil` if the key is not
  ///   known yet. If the key is known, the site reads it directly, instead of calling the
  ///   property's getter, until ``forgetLabeledKeys()`` is called. Otherwise, the first read calls
  ///   the getter.
  package static func insert(
    _ path: AnyKeyPath,
    at location: StaticSourceLocation,
    reading record: AnyKeyRecord?
  ) -> Uncounted<ReadSite> {
    let identity = identity(of: ObjectIdentifier(path), at: location)
    let site = Uncounted<ReadSite>(
      at: all.findOrInsert(identity) { ReadSite(record, path, at: location) }
    )!
    if record != nil { labeled.withLock { $0.append(site.object) } }
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

/// The source location of a dependency read. In the `compiled` case, the file names are static
/// strings, so creating the location allocates no memory.
package enum ReadLocation: Sendable {
  case compiled(StaticSourceLocation)
  case written(fileID: String, filePath: String, line: Int, column: Int)
  case unknown
}

// MARK: - Reading

extension Uncounted where Object == ReadSite {
  /// Returns the object that holds the value to read at this site, or `nil` if a slower method must
  /// read the value. That is the case, for example, if a getter must be called or an issue must be
  /// reported.
  ///
  /// Most reads need only this method, because the current scope has already cached their results.
  /// The scope also keeps the returned object alive.
  @usableFromInline package func find() -> Uncounted<Holder>? {
    withObject { site in
      guard let record = Uncounted<AnyKeyRecord>(at: site.key.load(ordering: .acquiring)),
        let frame = Frame.immediate
      else { return nil }
      return record.withObject { record in frame.withObject { $0.find(record, at: site.location) } }
    }
  }

  package var location: StaticSourceLocation { withObject { $0.location } }

  /// Evaluates this site's key path on `root`, and returns the property's value. `Root` and `Value`
  /// must match the key path's types.
  ///
  /// The method retains neither the site nor its key path, because all threads share these objects
  /// and would otherwise contend for their reference counts.
  package func value<Root, Value>(in root: Root) -> Value {
    withObject { site in
      Unmanaged.passUnretained(site.path.unsafelyUnwrapped)._withUnsafeGuaranteedRef { path in
        root[keyPath: unsafeDowncast(path, to: KeyPath<Root, Value>.self)]
      }
    }
  }
}

extension Frame {
  /// Returns the object that holds a key's value in this frame's scope, taking it from the frame's
  /// cache if possible. Returns `nil` if a slower method must read the key: see
  /// ``findFast(_:at:)``.
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
  /// Returns the object that holds a key's value in this frame's scope, or `nil` if a slower method
  /// must read the key. That is the case, for example, if the key has not been used in this process
  /// yet or if an issue must be reported.
  package func find(_ key: Any.Type, at location: StaticSourceLocation) -> Uncounted<Holder>? {
    guard let record = Uncounted<AnyKeyRecord>(at: KeyRegistry.known(key)) else { return nil }
    return record.withObject { record in withObject { $0.find(record, at: location) } }
  }
}
