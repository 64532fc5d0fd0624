/// The number of calls of a spy that have ended, and the tasks that wait for more to end.
struct EndedCalls: Awaitable {
  var rendezvous = Rendezvous()
  private(set) var count = 0

  mutating func add() -> [Rendezvous.Continuation] {
    count += 1
    return rendezvous.met(by: count)
  }

  mutating func reset() { count = 0 }
}
