/// The number of finished calls of a spy, with the tasks that wait for this number to increase.
struct EndedCalls: Awaitable {
  var rendezvous = Rendezvous()
  private(set) var count = 0

  mutating func add() -> [Rendezvous.Continuation] {
    count += 1
    return rendezvous.met(by: count)
  }

  mutating func reset() { count = 0 }
}
