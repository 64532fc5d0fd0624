import BenchmarkKit

/// The bounds of the benchmarks of test support. A bound limits the ratio to the floor or the
/// number of allocations.
let harnessBounds: [String: Bounds] = [
  // This takes 640 ns, compared with 6.6 ns for the floor. Creating the text of the issue takes
  // most of this time and eight of the nine allocations.
  // Half of the 4 µs is spent on finding the key whose override the message recommends, by comparing
  // the names of all keys.
  "expectations: an unimplemented call": Bounds(ratio: 600, allocations: .atMost(22)),

  "test clock: wake one of 1000 sleepers": Bounds(ratio: 2.5),
  // Between 1,000 and 100,000 sleepers, the cost of a sleeper grows at most twice as fast as that
  // of a continuation.
  "test clock: wake one of 100000 sleepers": Bounds(ratio: 3),

  "spies: a call of one argument": Bounds(ratio: 40, allocations: .atMost(3)),
  "spies: an async call of twelve arguments": Bounds(ratio: 45, allocations: .atMost(3)),

  "simulation: a step": Bounds(ratio: 1.6),
  "simulation: a step with ten tasks to choose from": Bounds(ratio: 1.9),
  // This takes 6 µs, compared with 545 ns for the floor.
  "simulation: one that does nothing": Bounds(ratio: 12),
  // This takes 27 µs, compared with 1.4 µs for the floor on the same machine. Most of this time is
  // spent on switches between threads.
  "simulation: two tasks that call an actor": Bounds(ratio: 30),
  "simulation: a tick of an hour of 3600": Bounds(ratio: 4.2),
]
