import BenchmarkKit

/// What rows of a test in a debug build may cost: ratios to their floors, exact counts, and bytes.
let testBounds: [String: Bounds] = [
  // What these allocate is known, so that they prove the counter.
  "floors: an empty loop": Bounds(allocations: .exactly(0)),
  "floors: bind a fresh object and leave": Bounds(allocations: .exactly(1)),

  // No more than 60 ns, where the floor is 20.
  "default: never overridden": Bounds(ratio: 2.5, allocations: .exactly(0)),
  "default: overridden elsewhere": Bounds(ratio: 2.5, allocations: .exactly(0)),
  "default: never overridden, 100 others are": Bounds(ratio: 2.5, allocations: .atMost(1)),
  "default: never overridden, 1000 others are": Bounds(ratio: 2.5, allocations: .atMost(1)),
  "default: overridden elsewhere, 100 others are": Bounds(ratio: 2.5, allocations: .atMost(1)),
  "default: overridden elsewhere, 1000 others are": Bounds(ratio: 2.5, allocations: .atMost(1)),

  "default: never overridden, by key path": Bounds(ratio: 9, allocations: .exactly(0)),

  // No more than 80 ns.
  "overridden: the outermost of 1": Bounds(ratio: 2.5, allocations: .exactly(0)),
  "overridden: the outermost of 10": Bounds(ratio: 2.5, allocations: .exactly(0)),
  "overridden: the outermost of 100": Bounds(ratio: 2.5, allocations: .exactly(0)),
  "overridden: the outermost of 1000": Bounds(ratio: 2.5, allocations: .exactly(0)),
  "overridden: the innermost of 1000": Bounds(ratio: 2.5, allocations: .exactly(0)),
  "overridden: below one scope of 999": Bounds(ratio: 2.5, allocations: .exactly(0)),

  "overridden: the only one, by key path": Bounds(ratio: 7, allocations: .exactly(0)),

  // No more than 450 ns, where the floor is 107.
  "enter and leave: 0 active": Bounds(ratio: 4.2, allocations: .exactly(1)),
  "enter and leave: 100 active": Bounds(ratio: 4.2, allocations: .exactly(1)),
  "enter and leave: 1000 active": Bounds(ratio: 4.2, allocations: .exactly(1)),
  // To be 1.85, which is 450 ns. Two task-locals alone are 1.6, each of which is two asynchronous calls; so is
  // what assigns the overrides.
  "enter and leave: 0 active, async": Bounds(ratio: 3.6, allocations: .exactly(1)),
  "enter and leave: 100 active, async": Bounds(ratio: 3.6, allocations: .exactly(1)),
  "enter and leave: 1000 active, async": Bounds(ratio: 3.6, allocations: .exactly(1)),
  "enter and leave: 1007 active, and one read": Bounds(ratio: 30, allocations: .exactly(1)),

  "captured: a scope over 0 overrides": Bounds(bytes: 128),
  // With what reads have found.
  "captured: a scope over 0 overrides, read from": Bounds(bytes: 288),
  "captured: a scope over 100 overrides": Bounds(bytes: 128),
  "captured: a scope over 100 overrides, read from": Bounds(bytes: 288),

  // 400 ns where the floor is 20.
  "objects: five dependencies by key": Bounds(ratio: 20, allocations: .exactly(1)),
  "objects: five dependencies by key, one overridden": Bounds(ratio: 20, allocations: .atMost(2)),
  "objects: five dependencies by key, on the heap": Bounds(ratio: 20, allocations: .exactly(1)),
  "objects: five dependencies by key path": Bounds(ratio: 48, allocations: .exactly(1)),
  // To be 4.3, which is 60 µs: 14 are the floor, whose code is the same in a release build but for the loop.
  // The rest is ours, seven times as slow as where it is optimised.
  "objects: a chain of 50, cold": Bounds(ratio: 24),
  "objects: a graph of 50, cold": Bounds(ratio: 24),
  "objects: a wrapper": Bounds(bytes: 8),

  // To be 75, which is 8 µs.
  "roots: made, read from and dropped": Bounds(ratio: 110),
  "roots: a root": Bounds(bytes: 1_024),
  "roots: a root, read from": Bounds(bytes: 1_200),
  "roots: what 100000 roots leave behind": Bounds(bytes: 0),
]
