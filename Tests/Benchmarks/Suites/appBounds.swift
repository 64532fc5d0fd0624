import BenchmarkKit

/// What rows of an app may cost: ratios to their floors, and exact counts.
let appBounds: [String: Bounds] = [:]
