import Dependence
import Synchronization

/// The current generation of each registered dependency. Overriding or resetting a dependency
/// starts a new generation, in which its value is created again.
///
/// A cached value stays valid only because the scope it was created in never changes. An override
/// must therefore not replace existing values. Instead, each generation has its own cached value.
final class Generations: Sendable {
  private let table: Lock<GenerationTable>
  private static let isAnyTouched = Atomic<Bool>(false)
  /// Whether no dependency in the process has ever been overridden or reset, so that all
  /// dependencies are in their first generation. This is always the case in the `live` context.
  static var areAllFirst: Bool { !isAnyTouched.load(ordering: .acquiring) }

  private init(_ table: GenerationTable) { self.table = Lock(table) }

  static func of(_ frame: Frame) -> Generations { frame.value(of: product, readAt: .unknown) }

  private static let product = Product(named: { "the generations of a root" }) {
    // Each iteration of a stress test starts with the generations of the previous iteration.
    let predecessor = Frame.current.root.predecessor
    return Generations(predecessor.map { of($0.bottom).now } ?? GenerationTable())
  }

  func update(_ change: (inout GenerationTable) -> Void) {
    Self.isAnyTouched.store(true, ordering: .releasing)
    ReadSite.forgetLabelledKeys()
    table.withLock { change(&$0) }
  }

  fileprivate var now: GenerationTable { table.withLock { $0 } }
}

extension Slot {
  func generation(from frame: Frame) -> Int {
    Generations.areAllFirst ? 0 : Generations.of(frame).now.generation(of: id)
  }

  /// Returns the override that provides this dependency's value in a generation, or `nil` if the
  /// registered factory provides it.
  func override(at generation: Int, from frame: Frame) -> Bound? {
    Generations.areAllFirst ? nil : Generations.of(frame).now.override(of: id, at: generation)
  }
}

/// The current generations and the overrides of all registered dependencies in an app or test case.
///
/// Each cached value is valid for one generation. Overriding a dependency starts a new generation
/// of that dependency, and a reset starts a new generation of every dependency.
struct GenerationTable: Sendable {
  private struct Entry: Sendable {
    var changes = 0
    /// The overrides, oldest first, each with the generation in which it takes effect. If the
    /// registration is `nil`, the registered factory provides the value again. Old overrides are
    /// kept for computations that started in an earlier generation and are still running.
    var overrides: [(generation: Int, registration: (any AnyRegistration)?)] = []
  }

  private var resets = 0
  private var entries: [Int: Entry] = [:]

  func generation(of slot: Int) -> Int { resets + (entries[slot]?.changes ?? 0) }

  /// Returns the override that provides a dependency's value in a generation, or `nil` if the
  /// registered factory provides it.
  func override(of slot: Int, at generation: Int) -> Bound? {
    guard let last = entries[slot]?.overrides.last(where: { $0.generation <= generation }),
      let registration = last.registration
    else { return nil }
    return Bound(registration: registration, generation: last.generation)
  }

  /// Starts a new generation in which `registration` creates a dependency's value. If
  /// `registration` is `nil`, the registered factory creates the value.
  ///
  /// - Parameter resettingAll: Whether to start a new generation of all other dependencies as well.
  mutating func override(
    _ slot: Int,
    by registration: (any AnyRegistration)?,
    resettingAll: Bool = false
  ) {
    if resettingAll { resets += 1 } else { entries[slot, default: Entry()].changes += 1 }
    set(slot, to: registration)
  }

  /// Removes all overrides and starts a new generation of every dependency.
  mutating func reset() {
    resets += 1
    for slot in entries.keys { set(slot, to: nil) }
  }

  private mutating func set(_ slot: Int, to registration: (any AnyRegistration)?) {
    entries[slot, default: Entry()].overrides.append((generation(of: slot), registration))
  }
}
