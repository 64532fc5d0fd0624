import BenchmarkKit

/// What rows of a simulation may cost: ratios to their floors.
let simulationBounds: [String: Bounds] = [
  "simulation: a step": Bounds(ratio: 1),
  "simulation: a step with ten tasks to choose from": Bounds(ratio: 1.2),
  // 5 µs where the floor is 545 ns.
  "simulation: one that does nothing": Bounds(ratio: 9.2),
  "simulation: a tick of an hour of 3600": Bounds(ratio: 3),
]
