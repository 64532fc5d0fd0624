/// The participants that need not run now: what follows was explored where they ran earlier.
///
/// Godefroid, "Partial-Order Methods for the Verification of Concurrent Systems", 1996, chapter 5. A
/// participant that was let run at a branch sleeps in the branches beside it, until a step is taken
/// that does not commute with its own.
struct SleepSet: Sendable {
  private var effects: [Int: StepEffect] = [:]

  var participants: [Int] { Array(effects.keys) }

  func contains(_ participant: Int) -> Bool { effects[participant] != nil }

  /// The effect that a sleeping participant is taken to have next; nil if it does not sleep.
  func effect(of participant: Int) -> StepEffect? { effects[participant] }

  mutating func insert(_ participant: Int, doing effect: StepEffect) {
    effects[participant] = effect
  }

  mutating func wake(_ participant: Int) {
    effects[participant] = nil
  }

  /// Wakes those of whom it cannot be told which of their jobs sleeps.
  mutating func wakeDuplicates(in candidates: [Int]) {
    if effects.isEmpty { return }
    let seen = Dictionary(candidates.map { ($0, 1) }, uniquingKeysWith: +)
    effects = effects.filter { seen[$0.key] ?? 0 < 2 }
  }

  /// Wakes everybody whose step may do something else before this one than after it.
  mutating func wake(thoseNotCommutingWith effect: StepEffect) {
    effects = effects.filter { $0.value.commutes(with: effect) }
  }
}
