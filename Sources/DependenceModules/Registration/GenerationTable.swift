/// Which generation each slot of a root is in, and what an imperative override has put in place since
/// when.
///
/// A value belongs to its generation. An override moves its slot on to the next one, a reset moves all.
struct GenerationTable: Sendable {
  /// What makes the value from a generation on; nil where that is left to what is registered.
  struct Override: Sendable {
    let generation: Int
    let registration: (any AnyRegistration)?
  }

  private struct Entry: Sendable {
    var moves = 0
    /// Oldest first. None is dropped: who makes a value of an older generation still asks for its own.
    var overrides: [Override] = []
  }

  private var resets = 0
  private var entries: [Int: Entry] = [:]

  /// The generation that a slot is in.
  func generation(of slot: Int) -> Int { resets + (entries[slot]?.moves ?? 0) }

  /// What makes the values of a slot in a generation; nil unless that is an override.
  func override(of slot: Int, at generation: Int) -> Override? {
    guard let last = entries[slot]?.overrides.last(where: { $0.generation <= generation }),
      last.registration != nil
    else { return nil }
    return last
  }

  /// Has a slot made by something else from now on.
  mutating func override(_ slot: Int, by registration: any AnyRegistration) {
    entries[slot, default: Entry()].moves += 1
    set(slot, to: registration)
  }

  /// Has every slot made anew, and one of them by something else from now on.
  mutating func overrideResettingAll(_ slot: Int, by registration: any AnyRegistration) {
    resets += 1
    set(slot, to: registration)
  }

  /// Has every slot made anew, by what is registered.
  mutating func reset() {
    resets += 1
    for slot in entries.keys { set(slot, to: nil) }
  }

  private mutating func set(_ slot: Int, to registration: (any AnyRegistration)?) {
    let override = Override(generation: generation(of: slot), registration: registration)
    entries[slot, default: Entry()].overrides.append(override)
  }
}
