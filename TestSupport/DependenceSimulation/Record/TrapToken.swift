import CSimulationRuntime

/// The replay token of a running simulation. A signal handler prints it if the process traps.
///
/// `@unchecked Sendable` because only one thread runs the simulation at a time, and only this
/// thread, including its signal handler, uses the token.
final class TrapToken: @unchecked Sendable {
  private let token: UnsafeMutablePointer<simulation_token>
  private let isChosen: Bool

  /// Creates the token for a simulation whose schedule has not made any choice yet.
  ///
  /// For a random schedule, the token usually contains the seed. Otherwise, it contains all
  /// scheduling choices. The choices are also needed for a random schedule that may advance virtual
  /// time while tasks are ready to run, because a token with a seed cannot state that the replay
  /// must allow this.
  ///
  /// - Parameter advancesTimeAnytime: Whether the schedule may advance virtual time while tasks are
  ///   ready to run.
  init(_ schedule: Schedule, advancesTimeAnytime: Bool = false) {
    var new = simulation_token()
    switch schedule.form {
    case .random(let strategy, let seed) where !advancesTimeAnytime:
      isChosen = false
      new.seed = seed
      switch strategy {
      case .randomWalk: new.kind = Self.kind("s")
      case .partialOrderSampling: new.kind = Self.kind("o")
      case .pct(let depth, let length):
        new.kind = Self.kind("p")
        new.depth = UInt64(depth)
        new.length = UInt64(length)
      }
    case .random, .fifo, .choices, .order:
      isChosen = true
      new.kind = Self.kind(advancesTimeAnytime ? "t" : "c")
    }
    token = simulation_make_token(new)
  }

  private static func kind(_ letter: Unicode.Scalar) -> CChar { CChar(letter.value) }

  func add(_ choice: Int) {
    if isChosen { simulation_add_choice(token, UInt64(choice)) }
  }

  /// Runs `body` while this token is registered for the current thread. If the thread traps in
  /// `body`, a signal handler prints the token, so that the user can replay the run.
  func announced<Result>(_ body: () -> Result) -> Result {
    let before = simulation_announce_token(token)
    defer { _ = simulation_announce_token(before) }
    return body()
  }

  /// The token's text for the choices made so far, exactly as the signal handler would print it.
  var text: String {
    String(unsafeUninitializedCapacity: token.pointee.count + 128) { text in
      text.withMemoryRebound(to: CChar.self) { simulation_write_token(token, $0.baseAddress!) }
    }
  }

  deinit { simulation_free_token(token) }
}
