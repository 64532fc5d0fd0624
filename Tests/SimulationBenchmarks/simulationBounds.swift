import BenchmarkKit

/// What rows of a simulation may cost: ratios to their floors.
let simulationBounds: [String: Bounds] = [
  "simulation: a step": Bounds(ratio: 1)
]
