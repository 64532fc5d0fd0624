import Dependence
import Synchronization

/// The generations of a root's slots.
///
/// It is the default of a key of its own, so that every root has one. The memory of what reads have found
/// relies on a scope that never changes, so nothing is changed here that anybody may have read: the record
/// of a value is another one in each generation.
final class Generations: Sendable {
  private let table: Lock<GenerationTable>
  /// Whether anything was ever overridden or reset: in an app nothing is, and no read takes the lock.
  private let isTouched: Atomic<Bool>

  /// Whether anything was ever overridden or reset in any root: nearly nothing is, and then every slot is in
  /// its first generation.
  private static let isAnyTouched = Atomic<Bool>(false)
  static var areAllFirst: Bool { !isAnyTouched.load(ordering: .acquiring) }

  private init(continuing table: GenerationTable?) {
    isTouched = Atomic(table != nil)
    self.table = Lock(table ?? GenerationTable())
  }

  /// Those of the root of a scope.
  static func of(_ frame: Frame) -> Generations { frame.look(at: record, for: .unknown) }

  private static let record = KeyRecord<Generations>(label: Label()) {
    // A root that continues another one, as an iteration of a stress test does, begins as that one stands.
    let predecessor = Frame.current.root.predecessor
    return Generations(continuing: predecessor.flatMap { of($0.bottom).touchedTable })
  }

  private struct Label: RecordLabel {
    var name: String { "the generations of a root" }
    var place: String { "" }
  }

  private var touchedTable: GenerationTable? {
    isTouched.load(ordering: .acquiring) ? table.withLock { $0 } : nil
  }

  /// The generation that a slot is in.
  func generation(of slot: Slot) -> Int {
    isTouched.load(ordering: .acquiring) ? table.withLock { $0.generation(of: slot.number) } : 0
  }

  /// What makes the values of a slot in a generation; nil unless that is an override.
  func override(of slot: Slot, at generation: Int) -> GenerationTable.Override? {
    guard isTouched.load(ordering: .acquiring) else { return nil }
    return table.withLock { $0.override(of: slot.number, at: generation) }
  }

  /// Changes the table; readers see all of the change or nothing of it.
  func update(_ change: (inout GenerationTable) -> Void) {
    Self.isAnyTouched.store(true, ordering: .releasing)
    table.withLock { table in
      change(&table)
      isTouched.store(true, ordering: .releasing)
    }
  }
}
