import Dependence
import Synchronization

/// The generations of a root's slots.
///
/// The memory of what reads have found relies on a scope that never changes, so nothing is changed here that anybody
/// may have read: each generation has a product of its own.
final class Generations: Sendable {
  private let table: Lock<GenerationTable>
  private static let isAnyTouched = Atomic<Bool>(false)
  /// True if nothing was ever overridden or reset, in any root: every slot is in its first generation. In an app it
  /// stays so.
  static var areAllFirst: Bool { !isAnyTouched.load(ordering: .acquiring) }

  private init(_ table: GenerationTable) { self.table = Lock(table) }

  static func of(_ frame: Frame) -> Generations { frame.value(of: product, readAt: .unknown) }

  private static let product = Product(named: { "the generations of a root" }) {
    // A root that continues another one, as an iteration of a stress test does, begins as that one stands.
    let predecessor = Frame.current.root.predecessor
    return Generations(predecessor.map { of($0.bottom).now } ?? GenerationTable())
  }

  /// Changes the table; readers see all of the change or nothing of it.
  func update(_ change: (inout GenerationTable) -> Void) {
    Self.isAnyTouched.store(true, ordering: .releasing)
    ReadSite.forgetLabelledKeys()
    table.withLock { change(&$0) }
  }

  fileprivate var now: GenerationTable { table.withLock { $0 } }
}

extension Slot {
  func generation(from frame: Frame) -> Int {
    Generations.areAllFirst ? 0 : Generations.of(frame).now.generation(of: number)
  }

  /// The override in a generation; nil without one.
  func override(at generation: Int, from frame: Frame) -> Bound? {
    Generations.areAllFirst ? nil : Generations.of(frame).now.override(of: number, at: generation)
  }
}

/// The generation of each slot of a root, and the imperative override since then.
///
/// A value belongs to its generation. An override moves its slot on to the next one, a reset moves all.
struct GenerationTable: Sendable {
  private struct Entry: Sendable {
    var moves = 0
    /// The makers of its value from a generation on; nil where the registration makes it. Oldest first. None is
    /// dropped: who makes a value of an older generation still asks for its own.
    var overrides: [(generation: Int, maker: (any AnyRegistration)?)] = []
  }

  private var resets = 0
  private var entries: [Int: Entry] = [:]

  func generation(of slot: Int) -> Int { resets + (entries[slot]?.moves ?? 0) }

  /// The override of a slot in a generation; nil without one.
  func override(of slot: Int, at generation: Int) -> Bound? {
    guard let last = entries[slot]?.overrides.last(where: { $0.generation <= generation }),
      let maker = last.maker
    else { return nil }
    return Bound(registration: maker, generation: last.generation)
  }

  /// Has a slot made by something else from now on; by what is registered, where that is nil.
  ///
  /// - Parameter resettingAll: Whether every other slot is made anew, too.
  mutating func override(
    _ slot: Int,
    by registration: (any AnyRegistration)?,
    resettingAll: Bool = false
  ) {
    if resettingAll { resets += 1 } else { entries[slot, default: Entry()].moves += 1 }
    set(slot, to: registration)
  }

  /// Has every slot made anew, by what is registered.
  mutating func reset() {
    resets += 1
    for slot in entries.keys { set(slot, to: nil) }
  }

  private mutating func set(_ slot: Int, to registration: (any AnyRegistration)?) {
    entries[slot, default: Entry()].overrides.append((generation(of: slot), registration))
  }
}
