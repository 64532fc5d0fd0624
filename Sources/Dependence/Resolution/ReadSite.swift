/// A place where a dependency is read: what is read, and where that was written down.
///
/// Immortal and shared: there is one for each declaration of a wrapper, however many objects carry
/// it, so that a wrapper is one pointer and making one allocates nothing.
class ReadSite: Immortal, @unchecked Sendable {
  // Unchecked, because a class that is inherited from cannot be checked: all of its state is constant.

  let identity: ImmortalIdentity
  private let place: Place

  fileprivate init(_ identity: ImmortalIdentity, _ place: Place) {
    self.identity = identity
    self.place = place
  }

  final var site: SourceSite { place.site }

  /// The place as the compiler hands it over.
  struct Place {
    let fileID: StaticString
    let filePath: StaticString
    let line: UInt
    let column: UInt

    var site: SourceSite { SourceSite(fileID, filePath, line, column) }

    /// What tells a read of `target` here from every other.
    fileprivate func identity(of target: AnyObject) -> ImmortalIdentity {
      ImmortalIdentity(
        object: UInt(bitPattern: ObjectIdentifier(target)),
        file: UInt(bitPattern: fileID.utf8Start),
        place: line << 16 | column
      )
    }
  }
}

/// A place where a value of type `Value` is read.
final class TypedReadSite<Value: Sendable>: ReadSite, @unchecked Sendable {
  enum Target: Sendable {
    case key(KeyRecord<Value>)
    case keyPath(any KeyPath<DependencyValues, Value> & Sendable)
  }

  let target: Target

  private init(_ target: Target, _ identity: ImmortalIdentity, at place: Place) {
    self.target = target
    super.init(identity, place)
  }

  /// The one site for a key read at a place.
  static func of(_ record: KeyRecord<Value>, at place: Place) -> TypedReadSite {
    let identity = place.identity(of: record)
    let site = ReadSites.all.findOrInsert(identity) {
      TypedReadSite(.key(record), identity, at: place)
    }
    return unsafeDowncast(site, to: TypedReadSite.self)
  }

  /// The one site for a key path read at a place.
  static func of(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    at place: Place
  ) -> TypedReadSite {
    let identity = place.identity(of: keyPath)
    let site =
      ReadSites.all.find(identity)
      ?? ReadSites.site(ofPathEqualTo: keyPath, at: place) {
        TypedReadSite(.keyPath(keyPath), identity, at: place)
      }
    return unsafeDowncast(site, to: TypedReadSite.self)
  }
}

private enum ReadSites {
  static let all = ImmortalTable<ReadSite>()

  /// A key path as its components say, and the place where it is read.
  private struct PathKey: Hashable {
    let keyPath: AnyKeyPath
    let file: UInt
    let place: UInt
  }

  private static let byPath = Lock<[PathKey: ReadSite]>([:])

  /// Key paths that capture something, or are made in generic code, are new objects each time: equal
  /// ones share the site of the first, which keeps that one alive, so that no other takes its address.
  static func site(
    ofPathEqualTo keyPath: AnyKeyPath,
    at place: ReadSite.Place,
    make: () -> ReadSite
  ) -> ReadSite {
    let identity = place.identity(of: keyPath)
    let key = PathKey(keyPath: keyPath, file: identity.file, place: identity.place)
    return byPath.withLock { byPath in
      if let known = byPath[key] { return known }
      let site = all.findOrInsert(identity, make: make)
      byPath[key] = site
      return site
    }
  }
}
