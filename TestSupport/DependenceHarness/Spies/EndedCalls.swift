/// The number of ended calls, for those who wait for it.
struct EndedCalls: Awaitable {
  var rendezvous = Rendezvous()
  private(set) var count = 0

  mutating func add() -> [Rendezvous.Continuation] {
    count += 1
    return rendezvous.met(by: count)
  }

  mutating func reset() { count = 0 }
}
