import BenchmarkKit

/// What rows of a test in a debug build may cost: ratios to their floors, exact counts, and bytes.
let testBounds: [String: Bounds] = [
  // What these allocate is known, so that they prove the counter.
  "floors: an empty loop": Bounds(allocations: .exactly(0)),
  "floors: bind a fresh object and leave": Bounds(allocations: .exactly(1)),

  // 60 ns where the floor is 20.
  // To be 3.
  "default: never overridden": Bounds(ratio: 4.2, allocations: .exactly(0)),
  "default: overridden elsewhere": Bounds(ratio: 4.2, allocations: .exactly(0)),
  "default: never overridden, 100 others are": Bounds(ratio: 4.2, allocations: .atMost(1)),
  "default: never overridden, 1000 others are": Bounds(ratio: 4.2, allocations: .atMost(1)),
  "default: overridden elsewhere, 100 others are": Bounds(ratio: 4.2, allocations: .atMost(1)),
  "default: overridden elsewhere, 1000 others are": Bounds(ratio: 4.2, allocations: .atMost(1)),

  // 60 ns more than the floor of 63.
  // To be 2.
  "default: never overridden, by key path": Bounds(ratio: 9, allocations: .exactly(0)),

  // 80 ns.
  "overridden: the outermost of 1": Bounds(ratio: 4.2, allocations: .exactly(0)),
  "overridden: the outermost of 10": Bounds(ratio: 4.2, allocations: .exactly(0)),
  "overridden: the outermost of 100": Bounds(ratio: 4.2, allocations: .exactly(0)),
  "overridden: the outermost of 1000": Bounds(ratio: 4.2, allocations: .exactly(0)),
  "overridden: the innermost of 1000": Bounds(ratio: 4.2, allocations: .exactly(0)),
  "overridden: below one scope of 999": Bounds(ratio: 4.2, allocations: .exactly(0)),

  // 80 ns more than the floor of 63.
  // To be 2.3.
  "overridden: the only one, by key path": Bounds(ratio: 8, allocations: .exactly(0)),

  // 450 ns where the floor is 107, and 244 if it is asynchronous.
  // To be 4.2, and 1.85 if it is asynchronous.
  "enter and leave: 0 active": Bounds(ratio: 8, allocations: .exactly(1)),
  "enter and leave: 0 active, async": Bounds(ratio: 4.8, allocations: .exactly(1)),
  "enter and leave: 100 active": Bounds(ratio: 8, allocations: .exactly(1)),
  "enter and leave: 100 active, async": Bounds(ratio: 4.8, allocations: .exactly(1)),
  "enter and leave: 1000 active": Bounds(ratio: 8, allocations: .exactly(1)),
  "enter and leave: 1000 active, async": Bounds(ratio: 4.8, allocations: .exactly(1)),
  // To be 5, with one allocation.
  "enter and leave: 1007 active, and one read": Bounds(ratio: 80, allocations: .atMost(40)),

  "captured: a scope over 0 overrides": Bounds(bytes: 128),
  // With what reads have found. To be 128.
  "captured: a scope over 0 overrides, read from": Bounds(bytes: 288),
  "captured: a scope over 100 overrides": Bounds(bytes: 128),
  // With an index of what lies beneath. To be 128.
  "captured: a scope over 100 overrides, read from": Bounds(bytes: 1_344),

  // 400 ns where the floor is 20.
  // To be 20: making a wrapper is one look into a table, and a read three reads of a task-local.
  "objects: five dependencies by key": Bounds(ratio: 46, allocations: .exactly(1)),
  "objects: five dependencies by key, one overridden": Bounds(ratio: 46, allocations: .atMost(2)),
  "objects: five dependencies by key, on the heap": Bounds(ratio: 46, allocations: .exactly(1)),
  // 400 ns more than five floors of 63.
  // To be 11.3.
  "objects: five dependencies by key path": Bounds(ratio: 55, allocations: .exactly(1)),
  // 60 µs.
  // To be 3,000.
  "objects: a chain of 50, cold": Bounds(ratio: 20_000),
  "objects: a graph of 50, cold": Bounds(ratio: 20_000),
  "objects: a wrapper": Bounds(bytes: 8),

  // 8 µs where the floor is 107 ns.
  // To be 75.
  "roots: made, read from and dropped": Bounds(ratio: 200),
  "roots: a root": Bounds(bytes: 1_024),
  "roots: a root, read from": Bounds(bytes: 1_200),
  "roots: what 100000 roots leave behind": Bounds(bytes: 0),
]
