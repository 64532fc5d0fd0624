import Dependence
import Synchronization

/// A table of the dependencies that the process has used so far, except those identified by a key
/// type. Each dependency in the table is represented by a ``Slot`` object.
enum Slots {
  /// A fast lookup table of the ``Slot`` objects for dependencies without a name, keyed by the
  /// address of their type or key path. Lookups acquire no lock. Dependencies with a name are only
  /// in `rest`, which a lock protects.
  private static let byAddress = ImmortalTable()
  private static let rest = Lock(Rest())
  private static let count = Atomic<Int>(0)

  private struct Rest {
    /// The ``Slot`` objects for all dependencies, keyed by type, ``Name`` or key path. This
    /// dictionary compares key paths by value, so a lookup also succeeds with an equal key path
    /// that is a different object, unlike in `byAddress`.
    var slots: [AnyHashable: Slot] = [:]
    /// For each dependency, the key paths whose addresses are keys in `byAddress`. They are
    /// retained so that no other key path can be allocated at the same address.
    var aliases: [Slot: [any AnyKeyPath & Sendable]] = [:]
  }

  private struct Name: Hashable {
    let type: ObjectIdentifier
    let name: String
  }

  static func nextID() -> Int { count.add(1, ordering: .relaxed).oldValue }

  static var all: [Slot] {
    rest.withLock { Array($0.slots.values) }
  }

  static func slot<Value>(of type: Value.Type, named name: String? = nil) -> TypedSlot<Value> {
    let id = ObjectIdentifier(type)
    if let name {
      return slot(for: Name(type: id, name: name)) { TypedSlot(.type(type, name: name)) }
    }
    if let known: TypedSlot<Value> = known(at: id) { return known }
    let found = slot(for: id) { TypedSlot<Value>(.type(type, name: nil)) }
    _ = byAddress.findOrInsert(.of(type)) { found }
    return found
  }

  /// Returns the object that represents the dependency declared as a property of ``Dependencies``,
  /// creating it if necessary.
  ///
  /// - Parameter site: The source location where the property is used, which messages show if the
  ///   property's name is unknown.
  static func slot<Value>(
    of path: any KeyPath<Dependencies, Value> & Sendable,
    at site: @autoclosure () -> SourceSite
  ) -> TypedSlot<Value> {
    if let known: TypedSlot<Value> = known(at: ObjectIdentifier(path)) { return known }
    // A lock is held while key paths are hashed and compared, and reading a dependency needs the
    // same lock. The `hash(into:)` method and the `==` operator of a key path's argument must
    // therefore not read a dependency.
    let found = slot(for: path as AnyKeyPath) {
      let site = site()
      return TypedSlot<Value>(
        .property(path, of: Value.self, PropertyName(metAt: site)),
        own: Registration(.sync { Dependencies()[keyPath: path] }, at: site)
      )
    }
    if keep(path, for: found) { _ = byAddress.findOrInsert(.of(path)) { found } }
    return found
  }

  /// Returns the object for the dependency that a property wrapper reads through `path`, or `nil`
  /// if `path` does not refer to a dependency that modules can register.
  static func slot<Value>(readBy path: KeyPath<DependencyValues, Value>) -> TypedSlot<Value>? {
    known(at: ObjectIdentifier(path))
  }

  static func note<Value>(_ path: KeyPath<DependencyValues, Value>, to slot: TypedSlot<Value>) {
    _ = byAddress.findOrInsert(.of(path)) { slot }
  }

  private static func known<Value>(at address: ObjectIdentifier) -> TypedSlot<Value>? {
    Uncounted(at: byAddress.find(UInt(bitPattern: address)))?.object
  }

  private static func slot<Value>(
    for key: AnyHashable,
    make: () -> TypedSlot<Value>
  ) -> TypedSlot<Value> {
    if let known = rest.withLock({ $0.slots[key] }) as? TypedSlot<Value> { return known }
    let new = make()
    let found = rest.withLock { rest in
      let found = rest.slots[key] ?? new
      rest.slots[key] = found
      return found
    }
    // The cast succeeds because a given type, name or key path always identifies a dependency with
    // the same value type.
    return found as? TypedSlot<Value> ?? new
  }

  /// Retains a key path, so that its address stays valid as a key in `byAddress`. Returns `false`
  /// if 256 key paths are already retained for the dependency, and `true` otherwise. The limit is
  /// needed because a program may create any number of equal key paths.
  private static func keep(_ path: any AnyKeyPath & Sendable, for slot: Slot) -> Bool {
    rest.withLock { rest in
      guard rest.aliases[slot, default: []].count < 256 else { return false }
      rest.aliases[slot, default: []].append(path)
      return true
    }
  }
}
