import Synchronization

/// A place in the source where a dependency is read, and the key or property that is read there.
///
/// Sites are immortal and shared: there is one for each declaration of a wrapper, however many objects contain the
/// wrapper. A wrapper is therefore one pointer, and creating it allocates nothing.
@usableFromInline package final class ReadSite: @unchecked Sendable {
  // Unchecked because `path` is not Sendable as a type: the initializers of wrappers accept only Sendable key paths.

  /// The address of the record of the key that is read, or zero if a property is read that may be more than one key.
  fileprivate let key: Atomic<UInt>
  /// Whether it is known what the site reads: a key, or a property that is not just a key.
  private let hasLearned: Atomic<Bool>
  /// The property that is read, or `nil` if that is a key.
  @usableFromInline package let path: AnyKeyPath?
  package let place: Place

  fileprivate init(_ record: AnyKeyRecord?, _ path: AnyKeyPath?, at place: Place) {
    key = Atomic(record.map { Uncounted($0).address } ?? 0)
    hasLearned = Atomic(record != nil)
    (self.path, self.place) = (path, place)
  }

  /// The key that is read, if it is known.
  package var record: AnyKeyRecord? { Uncounted(at: key.load(ordering: .acquiring))?.object }

  /// Makes the site read a key directly from now on, if `property` is the property that it reads. The getter of a
  /// property that is exactly this key calls this.
  package func learn(_ record: AnyKeyRecord, of property: @autoclosure () -> AnyKeyPath) {
    // A property that reads another one passes its own reader on. Comparing the key paths once tells them apart.
    guard !hasLearned.exchange(true, ordering: .relaxed), property() == path else { return }
    key.store(Uncounted(record).address, ordering: .releasing)
  }

  /// The place as the compiler passes it.
  @usableFromInline package struct Place: Sendable {
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

  /// Turns off a shortcut: a site that reads a module reads the key of the module directly, like the site of any other key.
  /// After this call, all such sites call the getter of their property instead, which also takes imperative overrides
  /// and rehearsals of modules into account.
  package static func forgetLabelledKeys() {
    labelled.withLock { sites in
      for site in sites { site.key.store(0, ordering: .releasing) }
      sites = []
    }
  }

  // MARK: Finding

  private static let all = ImmortalTable()
  /// The sites of properties that have the value of a labelled key.
  private static let labelled = Lock<[ReadSite]>([])

  /// The only site for a key that is read at a place.
  @usableFromInline package static func of(
    _ key: Any.Type,
    at place: Place,
    record: () -> AnyKeyRecord
  ) -> Uncounted<ReadSite> {
    let identity = identity(of: ObjectIdentifier(key), at: place)
    let known = all.find(identity.object, identity.file, identity.place)
    if known != 0 { return Uncounted(at: known)! }
    return Uncounted(at: all.findOrInsert(identity) { ReadSite(record(), nil, at: place) })!
  }

  /// The site for a property that is read at a place, or `nil` if this key path has not been read there yet.
  package static func known(_ path: AnyKeyPath, at place: Place) -> Uncounted<ReadSite>? {
    let identity = identity(of: ObjectIdentifier(path), at: place)
    return Uncounted(at: all.find(identity.object, identity.file, identity.place))
  }

  /// Creates the site for a property that is read at a place. It keeps the key path alive, so that no other key path gets
  /// its address.
  ///
  /// - Parameter record: The labelled key that the property reads, as long as ``forgetLabelledKeys()`` is not called.
  package static func insert(
    _ path: AnyKeyPath,
    at place: Place,
    reading record: AnyKeyRecord?
  ) -> Uncounted<ReadSite> {
    let identity = identity(of: ObjectIdentifier(path), at: place)
    let site = Uncounted<ReadSite>(
      at: all.findOrInsert(identity) { ReadSite(record, path, at: place) }
    )!
    if record != nil { labelled.withLock { $0.append(site.object) } }
    return site
  }

  private static func identity(of object: ObjectIdentifier, at place: Place) -> ImmortalIdentity {
    ImmortalIdentity(
      object: UInt(bitPattern: object),
      file: UInt(bitPattern: place.fileID.utf8Start),
      place: place.line &<< 16 | place.column
    )
  }
}

/// The place of a read, as far as the reader knows it.
package enum ReadPlace: Sendable {
  case compiled(ReadSite.Place)
  case written(fileID: String, filePath: String, line: Int, column: Int)
  case unknown
}

// MARK: - Reading

extension Uncounted where Object == ReadSite {
  /// The holder of the value that is read here, or `nil` if the site reads a property, or the read needs attention.
  ///
  /// Most reads end here, and most of those in the memo. The bound scope keeps the holder alive.
  @usableFromInline package func find() -> Uncounted<Holder>? {
    look { site in
      guard let record = Uncounted<AnyKeyRecord>(at: site.key.load(ordering: .acquiring)),
        let frame = Frame.immediate
      else { return nil }
      return record.look { record in frame.look { $0.find(record, at: site.place) } }
    }
  }

  package var place: ReadSite.Place { look { $0.place } }

  /// The value of the property that is read here, which must be a property of `Root` with values of type `Value`. Sites
  /// and their key paths are shared by all threads, so this counts no references to them.
  package func value<Root, Value>(in root: Root) -> Value {
    look { site in
      Unmanaged.passUnretained(site.path.unsafelyUnwrapped)._withUnsafeGuaranteedRef { path in
        root[keyPath: unsafeDowncast(path, to: KeyPath<Root, Value>.self)]
      }
    }
  }
}

extension Frame {
  /// The holder of a key's value as seen from here, or `nil` if the read needs attention.
  package final func find(_ record: AnyKeyRecord, at place: ReadSite.Place) -> Uncounted<Holder>? {
    if let known = ReadMemo.holder(for: record, in: memo.load(ordering: .acquiring)) {
      return known
    }
    return findQuietly(record, at: .compiled(place)).map { Uncounted($0) }
  }
}

extension Uncounted where Object == Frame {
  /// The holder of a key's value as seen from this frame, or `nil` if the process has not used the key yet, or the read
  /// needs attention.
  package func find(_ key: Any.Type, at place: ReadSite.Place) -> Uncounted<Holder>? {
    guard let record = Uncounted<AnyKeyRecord>(at: KeyRegistry.known(key)) else { return nil }
    return record.look { record in look { $0.find(record, at: place) } }
  }
}
