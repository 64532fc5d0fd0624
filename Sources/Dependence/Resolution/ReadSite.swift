/// A place where a dependency is read: what is read, and where that was written down.
///
/// Immortal and shared: there is one for each declaration of a wrapper, however many objects carry
/// it, so that a wrapper is one pointer and making one allocates nothing.
class ReadSite: @unchecked Sendable {
  private let fileID: StaticString
  private let filePath: StaticString
  private let line: UInt
  private let column: UInt

  fileprivate init(_ place: Place) {
    fileID = place.fileID
    filePath = place.filePath
    line = place.line
    column = place.column
  }

  final var site: SourceSite { SourceSite(fileID, filePath, line, column) }

  /// The place as the compiler hands it over.
  struct Place {
    let fileID: StaticString
    let filePath: StaticString
    let line: UInt
    let column: UInt
  }
}

/// A place where a value of type `Value` is read.
final class TypedReadSite<Value: Sendable>: ReadSite, @unchecked Sendable {
  enum Target: Sendable {
    case key(KeyRecord<Value>)
    case keyPath(any KeyPath<DependencyValues, Value> & Sendable)
  }

  let target: Target

  private init(_ target: Target, at place: Place) {
    self.target = target
    super.init(place)
  }

  /// The one site for a key read at a place.
  static func of(_ record: KeyRecord<Value>, at place: Place) -> TypedReadSite {
    let site = ReadSites.site(of: record, at: place) { TypedReadSite(.key(record), at: place) }
    return unsafeDowncast(site, to: TypedReadSite.self)
  }

  /// The one site for a key path read at a place.
  static func of(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    at place: Place
  ) -> TypedReadSite {
    let site = ReadSites.site(of: keyPath, at: place) {
      TypedReadSite(.keyPath(keyPath), at: place)
    }
    return unsafeDowncast(site, to: TypedReadSite.self)
  }
}

private enum ReadSites {
  private struct Key<Target: Hashable>: Hashable {
    let target: Target
    let file: UInt
    let line: UInt
    let column: UInt

    init(_ target: Target, at place: ReadSite.Place) {
      self.target = target
      file = UInt(bitPattern: place.fileID.utf8Start)
      line = place.line
      column = place.column
    }
  }

  private struct Table {
    var byIdentity: [Key<ObjectIdentifier>: ReadSite] = [:]
    /// Key paths made in generic code are new objects each time; equal ones share a site.
    var byKeyPath: [Key<AnyKeyPath>: ReadSite] = [:]
  }

  private static let table = Lock(Table())

  static func site(
    of record: AnyKeyRecord,
    at place: ReadSite.Place,
    make: () -> ReadSite
  ) -> ReadSite {
    let key = Key(ObjectIdentifier(record), at: place)
    return table.withLock { table in
      if let known = table.byIdentity[key] { return known }
      let site = make()
      table.byIdentity[key] = site
      return site
    }
  }

  static func site(
    of keyPath: AnyKeyPath,
    at place: ReadSite.Place,
    make: () -> ReadSite
  ) -> ReadSite {
    let identity = Key(ObjectIdentifier(keyPath), at: place)
    if let known = table.withLock({ $0.byIdentity[identity] }) { return known }
    let key = Key(keyPath, at: place)
    return table.withLock { table in
      if let known = table.byKeyPath[key] { return known }
      // The site keeps its key path alive, so that the identity is never that of another one.
      let site = make()
      table.byIdentity[identity] = site
      table.byKeyPath[key] = site
      return site
    }
  }
}
