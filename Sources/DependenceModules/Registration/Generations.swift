import Dependence
import Synchronization

/// The current generation of each registered dependency. An override or a reset starts a new
/// generation, whose value is created again.
///
/// Caches of reads rely on scopes that never change, so an override must not change existing
/// values. Instead, the value of each generation is cached separately.
final class Generations: Sendable {
  private let table: Lock<GenerationTable>
  private static let isAnyTouched = Atomic<Bool>(false)
  /// Whether no dependency in the process has been overridden or reset. Every slot is then in its
  /// first generation. In an app, this is always the case.
  static var areAllFirst: Bool { !isAnyTouched.load(ordering: .acquiring) }

  private init(_ table: GenerationTable) { self.table = Lock(table) }

  static func of(_ frame: Frame) -> Generations { frame.value(of: product, readAt: .unknown) }

  private static let product = Product(named: { "the generations of a root" }) {
    // In a stress test, each iteration inherits the generations of the previous iteration.
    let predecessor = Frame.current.root.predecessor
    return Generations(predecessor.map { of($0.bottom).now } ?? GenerationTable())
  }

  /// Changes the table of generations atomically.
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

  /// Returns the override of this dependency in a generation, or `nil` if there is none.
  func override(at generation: Int, from frame: Frame) -> Bound? {
    Generations.areAllFirst ? nil : Generations.of(frame).now.override(of: number, at: generation)
  }
}

/// The current generation and the overrides of each registered dependency of an app or test case.
///
/// Each cached value belongs to one generation. An override starts a new generation of its
/// dependency, and a reset starts a new generation of all dependencies.
struct GenerationTable: Sendable {
  private struct Entry: Sendable {
    var moves = 0
    /// The overrides, oldest first, each with its first generation. A `nil` registration restores
    /// the registered factory. Old overrides are kept because earlier computations may still be
    /// running.
    var overrides: [(generation: Int, maker: (any AnyRegistration)?)] = []
  }

  private var resets = 0
  private var entries: [Int: Entry] = [:]

  func generation(of slot: Int) -> Int { resets + (entries[slot]?.moves ?? 0) }

  /// Returns the override of a dependency in a generation, or `nil` if there is none.
  func override(of slot: Int, at generation: Int) -> Bound? {
    guard let last = entries[slot]?.overrides.last(where: { $0.generation <= generation }),
      let maker = last.maker
    else { return nil }
    return Bound(registration: maker, generation: last.generation)
  }

  /// Starts a new generation in which `registration` creates the value of a dependency. If
  /// `registration` is `nil`, the registered factory creates the value.
  ///
  /// - Parameter resettingAll: Whether all other dependencies start a new generation too.
  mutating func override(
    _ slot: Int,
    by registration: (any AnyRegistration)?,
    resettingAll: Bool = false
  ) {
    if resettingAll { resets += 1 } else { entries[slot, default: Entry()].moves += 1 }
    set(slot, to: registration)
  }

  /// Starts a new generation of all dependencies, and removes all overrides.
  mutating func reset() {
    resets += 1
    for slot in entries.keys { set(slot, to: nil) }
  }

  private mutating func set(_ slot: Int, to registration: (any AnyRegistration)?) {
    entries[slot, default: Entry()].overrides.append((generation(of: slot), registration))
  }
}
