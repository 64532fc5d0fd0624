import Dependence
import Synchronization

/// The current generation of each dependency in an app or test case. A generation is the period
/// between two calls that override or reset the dependency, such as `Dependencies.override`. The
/// dependency's value is recreated in each generation.
///
/// Each generation has its own cached value. An existing cached value is never replaced, because
/// the cache assumes that a value does not change within a scope.
final class Generations: Sendable {
  /// The maximum number of times that a read creates the dependency's value. If the dependency is
  /// overridden or reset while its value is being created, the value is outdated, and the read
  /// creates another one. If a factory resets its own dependency, this happens every time, so the
  /// read reports an issue after the last attempt. The limit is high, because other threads may
  /// also override the dependency during a read.
  static let maximumAttempts = 200

  private let table: Lock<GenerationTable>
  private static let isAnyTouched = Atomic<Bool>(false)
  /// Whether no dependency in the process has ever been reset, or overridden with a method such as
  /// `Dependencies.override`. If so, all dependencies are still in their first generation, and
  /// reads are faster because they need not look up such overrides.
  static var areAllFirst: Bool { !isAnyTouched.load(ordering: .acquiring) }

  private init(_ table: GenerationTable) { self.table = Lock(table) }

  static func of(_ frame: Frame) -> Generations { frame.value(of: product, readAt: .unknown) }

  // All scopes in a test or process share one `Generations` object, even if they override
  // dependencies, because `Dependencies.override` applies to the whole test or process.
  private static let product = Product(
    dependsOnReads: false,
    named: { "the generations of a root" }
  ) {
    // In a stress test, which runs the same test several times, start with the previous iteration's
    // table so that overrides installed in that iteration stay in effect.
    let predecessor = Frame.current.root.predecessor
    return Generations(predecessor.map { of($0.bottom).read { $0 } } ?? GenerationTable())
  }

  func update(_ change: (inout GenerationTable) -> Void) {
    Self.isAnyTouched.store(true, ordering: .releasing)
    ReadSite.forgetLabeledKeys()
    table.withLock { change(&$0) }
  }

  /// Calls `body` with the current table while the lock is held, and returns the result.
  ///
  /// A copy of the table would be safe to read without the lock, but ThreadSanitizer would report a
  /// race with later changes, because it cannot tell that reference counting orders the accesses.
  fileprivate func read<Result>(_ body: (GenerationTable) -> sending Result) -> sending Result {
    table.withLock { body($0) }
  }
}

extension Slot {
  func generation(from frame: Frame) -> Int {
    Generations.areAllFirst ? 0 : Generations.of(frame).read { $0.generation(of: id) }
  }

  /// Returns the override, installed with a method such as `Dependencies.override`, that provides
  /// this dependency's value in the given generation (a period between two overrides or resets).
  /// Returns `nil` if the registered factory provides the value.
  func override(at generation: Int, from frame: Frame) -> Bound? {
    guard !Generations.areAllFirst else { return nil }
    return Generations.of(frame).read { $0.override(of: id, at: generation) }
  }
}

/// The current generation and the overrides of each registered dependency in an app or test case.
///
/// Each cached value is valid for one generation, the period between two changes to the dependency.
/// Overriding a dependency starts a new generation of it, and resetting all dependencies starts a
/// new generation of each one.
struct GenerationTable: Sendable {
  private struct Entry: Sendable {
    var changes = 0
    /// The overrides, oldest first, each with the generation in which it takes effect. If
    /// `registration` is `nil`, the previous override was removed, so the registered factory
    /// provides the value again. Old overrides are kept for reads that started in an earlier
    /// generation and are still running.
    var overrides: [(generation: Int, registration: (any AnyRegistration)?)] = []
  }

  private var resets = 0
  private var entries: [Int: Entry] = [:]

  func generation(of slot: Int) -> Int { resets + (entries[slot]?.changes ?? 0) }

  /// Returns the override that provides a dependency's value in the given generation (a period
  /// between two overrides or resets), or `nil` if the registered factory provides the value.
  /// `slot` is the ``Slot/id`` of the dependency.
  func override(of slot: Int, at generation: Int) -> Bound? {
    guard let last = entries[slot]?.overrides.last(where: { $0.generation <= generation }),
      let registration = last.registration
    else { return nil }
    return Bound(registration: registration, generation: last.generation)
  }

  /// Overrides a dependency: starts a new generation, the period in which `registration` provides
  /// the value. If `registration` is `nil`, the registered factory provides the value again.
  ///
  /// - Parameter resettingAll: Whether all other dependencies also start a new generation, so that
  ///   their values are recreated.
  mutating func override(
    _ slot: Int,
    by registration: (any AnyRegistration)?,
    resettingAll: Bool = false
  ) {
    if resettingAll { resets += 1 } else { entries[slot, default: Entry()].changes += 1 }
    set(slot, to: registration)
  }

  /// Removes all overrides and starts a new generation of every dependency, so that all values are
  /// recreated.
  mutating func reset() {
    resets += 1
    for slot in entries.keys { set(slot, to: nil) }
  }

  private mutating func set(_ slot: Int, to registration: (any AnyRegistration)?) {
    entries[slot, default: Entry()].overrides.append((generation(of: slot), registration))
  }
}
