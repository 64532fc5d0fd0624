import BenchmarkKit

/// What rows of a test in a debug build may cost: ratios to their floors, and exact counts.
let testBounds: [String: Bounds] = [:]
