/// Counts a spy's finished calls, and stores the tasks that wait until the count reaches some
/// number.
struct EndedCalls: Awaitable {
  var rendezvous = Rendezvous()
  private(set) var count = 0

  mutating func add() -> [Rendezvous.Continuation] {
    count += 1
    return rendezvous.met(by: count)
  }

  mutating func reset() { count = 0 }
}
