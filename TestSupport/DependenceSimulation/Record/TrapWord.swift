import CSimulationRuntime

/// The word of a run that goes on, for the handler of a trap.
///
/// Only the thread that runs the simulation writes it, and a trap of that thread reads it.
final class TrapWord: @unchecked Sendable {
  private let word: UnsafeMutablePointer<simulation_word>
  private let isChosen: Bool

  /// - Parameter movesTimeAnytime: Whether the passing of time is a choice.
  init(_ schedule: Schedule, movesTimeAnytime: Bool = false) {
    word = .allocate(capacity: 1)
    var new = simulation_word()
    switch schedule.form {
    case .random(let strategy, let seed):
      isChosen = false
      new.seed = seed
      switch strategy {
      case .walk: new.kind = Self.kind("s")
      case .partialOrder: new.kind = Self.kind("o")
      case .priorities(let depth, let length):
        new.kind = Self.kind("p")
        new.depth = UInt64(depth)
        new.length = UInt64(length)
      }
    case .fifo, .choices, .order:
      isChosen = true
      new.kind = Self.kind(movesTimeAnytime ? "t" : "c")
    }
    word.initialize(to: new)
  }

  private static func kind(_ letter: Unicode.Scalar) -> CChar { CChar(letter.value) }

  func add(_ choice: Int) {
    if isChosen { simulation_add_choice(word, UInt64(choice)) }
  }

  /// Lets traps of this thread write the word while `body` runs.
  func announced<Result>(_ body: () -> Result) -> Result {
    let before = simulation_announce_word(word)
    defer { _ = simulation_announce_word(before) }
    return body()
  }

  /// The text that a handler would write.
  var text: String {
    var text = [CChar](repeating: 0, count: word.pointee.count + 128)
    let count = simulation_write_word(word, &text)
    return String(decoding: text[..<count].map(UInt8.init), as: UTF8.self)
  }

  deinit {
    simulation_free_word(word)
    word.deallocate()
  }
}
