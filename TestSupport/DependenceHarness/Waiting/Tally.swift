/// The number of times that something has happened, such as the end of a call, together with the
/// tasks that are waiting for a higher number.
struct Tally: Awaitable {
  var rendezvous = Rendezvous()
  private(set) var count = 0

  mutating func add() -> [Rendezvous.Continuation] {
    count += 1
    return rendezvous.met(by: count)
  }

  mutating func reset() { count = 0 }
}
