/// What to wait for in a call.
public enum CallMoment: Sendable, Hashable {
  /// It has begun, and may still run.
  case begin
  /// It has returned or thrown.
  case end
}

/// How many calls have ended, for those who wait for that.
struct EndedCalls: Awaitable {
  var rendezvous = Rendezvous()
  private(set) var count = 0

  /// Counts a call.
  mutating func add() -> [Rendezvous.Continuation] {
    count += 1
    return rendezvous.met(by: count)
  }

  /// Forgets the calls so far.
  mutating func reset() {
    count = 0
  }
}
