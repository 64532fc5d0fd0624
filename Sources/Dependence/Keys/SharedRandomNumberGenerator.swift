/// One generator that many take numbers from: copies share the sequence, and each number of it goes
/// to one of them.
struct SharedRandomNumberGenerator<Source>: RandomNumberGenerator, Sendable
where Source: RandomNumberGenerator & Sendable {
  private struct State {
    var source: Source
    var taken: UInt64 = 0
  }

  private let state: Lock<State>

  init(_ source: Source) {
    state = Lock(State(source: source))
  }

  /// The next number that nobody has taken yet.
  mutating func next() -> UInt64 {
    // The source is its author's code, so it does not run under the lock: a copy of it does without,
    // and replaces the original unless another thread was faster.
    while true {
      let (known, taken) = state.withLock { ($0.source, $0.taken) }
      var source = known
      let number = source.next()
      let isTaken = state.withLock { state in
        guard state.taken == taken else { return false }
        state.source = source
        state.taken += 1
        return true
      }
      // Until here, so that what a source refers to is not released under the lock.
      withExtendedLifetime(known) {}
      if isTaken { return number }
    }
  }
}
