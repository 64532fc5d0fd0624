import Dependence
import Synchronization

/// Every slot that the process has come across.
enum Slots {
  private static let unnamed = ImmortalTable()
  private static let byPath = ImmortalTable()
  /// The paths that wrappers read, by which a wrapper's slot is found again.
  private static let readers = ImmortalTable()
  private static let rest = Lock(Rest())
  private static let count = Atomic<Int>(0)

  private struct Rest: Sendable {
    var named: [Name: Slot] = [:]
    var paths: [Path: Slot] = [:]
    /// Paths that are equal to one of those, and kept so that no other takes their address.
    var aliases: [Slot: [any AnyKeyPath & Sendable]] = [:]
    var all: [Slot] = []
  }

  private struct Name: Hashable, Sendable {
    let type: ObjectIdentifier
    let name: String
  }

  private struct Path: Hashable, Sendable {
    let path: any AnyKeyPath & Sendable

    static func == (left: Self, right: Self) -> Bool { left.path as AnyKeyPath == right.path }
    func hash(into hasher: inout Hasher) { (path as AnyKeyPath).hash(into: &hasher) }
  }

  static func nextNumber() -> Int { count.add(1, ordering: .relaxed).oldValue }

  /// All of them, in the order in which they were met.
  static var all: [Slot] {
    rest.withLock { $0.all }.sorted { $0.number < $1.number }
  }

  /// The slot of a type, and of a name if there is one.
  static func slot<Value>(of type: Value.Type, named name: String? = nil) -> TypedSlot<Value> {
    guard let name else {
      let identity = ImmortalIdentity.of(type)
      let known = unnamed.find(UInt(bitPattern: ObjectIdentifier(type)))
      if known != 0 { return unsafeBitCast(known, to: TypedSlot<Value>.self) }
      let found = unnamed.findOrInsert(identity) { made(TypedSlot<Value>(.type(type, name: nil))) }
      return unsafeBitCast(found, to: TypedSlot<Value>.self)
    }
    let key = Name(type: ObjectIdentifier(type), name: name)
    if let known = rest.withLock({ $0.named[key] }) {
      return unsafeDowncast(known, to: TypedSlot<Value>.self)
    }
    let new = TypedSlot<Value>(.type(type, name: name))
    let found = rest.withLock { rest in
      if let known = rest.named[key] { return known }
      rest.named[key] = new
      rest.all.append(new)
      return new
    }
    return unsafeDowncast(found, to: TypedSlot<Value>.self)
  }

  /// The slot of a property of ``Dependencies``.
  ///
  /// - Parameter site: Where the property is met.
  static func slot<Value>(
    of path: any KeyPath<Dependencies, Value> & Sendable,
    at site: @autoclosure () -> SourceSite
  ) -> TypedSlot<Value> {
    let known = byPath.find(UInt(bitPattern: ObjectIdentifier(path)))
    if known != 0 { return unsafeBitCast(known, to: TypedSlot<Value>.self) }
    let found = slot(ofPathEqualTo: path, at: site)
    if keep(path, for: found) { _ = byPath.findOrInsert(.of(path)) { found } }
    return found
  }

  private static func slot<Value>(
    ofPathEqualTo path: any KeyPath<Dependencies, Value> & Sendable,
    at site: () -> SourceSite
  ) -> TypedSlot<Value> {
    let key = Path(path: path)
    if let known = rest.withLock({ $0.paths[key] }) {
      return unsafeDowncast(known, to: TypedSlot<Value>.self)
    }
    let site = site()
    let new = TypedSlot(
      .property(path, of: Value.self, PropertyName(metAt: site)),
      own: Registration(.sync { Dependencies()[keyPath: path] }, at: site)
    )
    let found = rest.withLock { rest in
      if let known = rest.paths[key] { return known }
      rest.paths[key] = new
      rest.all.append(new)
      return new
    }
    return unsafeDowncast(found, to: TypedSlot<Value>.self)
  }

  /// Keeps a path alive, so that it can be found by its address: each place that writes a path down has one
  /// of its own. A program may also make paths without end, so only so many are kept.
  private static func keep(_ path: any AnyKeyPath & Sendable, for slot: Slot) -> Bool {
    rest.withLock { rest in
      guard rest.aliases[slot, default: []].count < 256 else { return false }
      rest.aliases[slot, default: []].append(path)
      return true
    }
  }

  /// The slot that a wrapper reads.
  static func slot<Value>(readBy path: KeyPath<DependencyValues, Value>) -> TypedSlot<Value>? {
    let known = readers.find(UInt(bitPattern: ObjectIdentifier(path)))
    return known == 0 ? nil : unsafeBitCast(known, to: TypedSlot<Value>.self)
  }

  /// Notes which path leads to a slot.
  static func note<Value>(_ path: KeyPath<DependencyValues, Value>, to slot: TypedSlot<Value>) {
    _ = readers.findOrInsert(.of(path)) { slot }
  }

  private static func made<Value>(_ slot: TypedSlot<Value>) -> TypedSlot<Value> {
    rest.withLock { $0.all.append(slot) }
    return slot
  }
}
