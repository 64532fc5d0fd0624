import BenchmarkKit

/// The bounds of rows of a test in a debug build: ratios to their floors, exact counts, and bytes.
let testBounds: [String: Bounds] = [
  // What these allocate is known, so that they prove the counter.
  "floors: an empty loop": Bounds(allocations: .exactly(0)),
  "floors: bind a fresh object and leave": Bounds(allocations: .exactly(1)),

  // No more than 75 ns, where the floor is 26.
  "default: never overridden": Bounds(ratio: 3.2, allocations: .atMost(1)),
  "default: overridden elsewhere": Bounds(ratio: 3.2, allocations: .atMost(1)),
  "default: never overridden, 100 others are": Bounds(ratio: 3.2, allocations: .atMost(1)),
  "default: never overridden, 1000 others are": Bounds(ratio: 3.2, allocations: .atMost(1)),
  "default: overridden elsewhere, 100 others are": Bounds(ratio: 3.2, allocations: .atMost(1)),
  "default: overridden elsewhere, 1000 others are": Bounds(ratio: 3.2, allocations: .atMost(1)),

  // To be 4.
  "default: never overridden, by key path": Bounds(ratio: 6.4, allocations: .atMost(1)),
  "default: never overridden, declared by the macro": Bounds(ratio: 2, allocations: .atMost(1)),

  // No more than 80 ns.
  "overridden: the outermost of 1": Bounds(ratio: 3.2, allocations: .exactly(0)),
  "overridden: the outermost of 10": Bounds(ratio: 3.2, allocations: .exactly(0)),
  "overridden: the outermost of 100": Bounds(ratio: 3.2, allocations: .exactly(0)),
  "overridden: the outermost of 1000": Bounds(ratio: 3.2, allocations: .exactly(0)),
  "overridden: the innermost of 1000": Bounds(ratio: 3.2, allocations: .exactly(0)),
  "overridden: below one scope of 999": Bounds(ratio: 3.2, allocations: .exactly(0)),

  "overridden: the only one, by key path": Bounds(ratio: 6.4, allocations: .exactly(0)),
  "overridden: the outermost of 1, declared by the macro":
    Bounds(ratio: 2, allocations: .exactly(0)),
  "overridden: the outermost of 1000, declared by the macro":
    Bounds(ratio: 2, allocations: .exactly(0)),

  // To be 3: two task-locals, and values that the closure assigns to.
  "enter and leave: 0 active": Bounds(ratio: 6.3, allocations: .exactly(1)),
  "enter and leave: 100 active": Bounds(ratio: 6.3, allocations: .exactly(1)),
  "enter and leave: 1000 active": Bounds(ratio: 6.3, allocations: .exactly(1)),
  // To be 1.85, which is 450 ns. Two task-locals alone are 1.6, each of which is two asynchronous calls; so is
  // what assigns the overrides.
  "enter and leave: 0 active, async": Bounds(ratio: 4.7, allocations: .exactly(1)),
  "enter and leave: 100 active, async": Bounds(ratio: 4.7, allocations: .exactly(1)),
  "enter and leave: 1000 active, async": Bounds(ratio: 4.7, allocations: .exactly(1)),
  // The first read of a scope goes from frame to frame: 180 ns each. Nobody nests a thousand.
  "enter and leave: 1007 active, and one read": Bounds(ratio: 1_050, allocations: .atMost(5)),

  "captured: a scope over 0 overrides": Bounds(bytes: 128),
  // With what reads have found.
  "captured: a scope over 0 overrides, read from": Bounds(bytes: 192),
  "captured: a scope over 100 overrides": Bounds(bytes: 128),
  "captured: a scope over 100 overrides, read from": Bounds(bytes: 192),

  // 900 ns where the floor is 26: each wrapper looks for its site.
  "objects: five dependencies by key": Bounds(ratio: 42, allocations: .exactly(1)),
  "objects: five dependencies by key, one overridden": Bounds(ratio: 42, allocations: .atMost(2)),
  "objects: five dependencies by key, on the heap": Bounds(ratio: 42, allocations: .exactly(1)),
  "objects: five dependencies by key path": Bounds(ratio: 48, allocations: .exactly(1)),
  // To be 4.3, which is 60 µs: 14 are the floor, whose code is the same in a release build but for the loop.
  // The rest is ours, seven times as slow as where it is optimised.
  "objects: a chain of 50, cold": Bounds(ratio: 24),
  "objects: a graph of 50, cold": Bounds(ratio: 24),
  "objects: 50 modules, registered and resolved": Bounds(ratio: 75),
  "objects: a wrapper": Bounds(bytes: 8),

  // To be 75, which is 8 µs.
  "roots: made, read from and dropped": Bounds(ratio: 110),
  "roots: a root": Bounds(bytes: 1_024),
  "roots: a root, read from": Bounds(bytes: 1_200),
  "roots: what 100000 roots leave behind": Bounds(bytes: 0),
]
