import BenchmarkKit

/// The bounds of the benchmarks in a test and a debug build. A bound limits the ratio to the floor,
/// the number of allocations, or the number of bytes.
let testBounds: [String: Bounds] = [
  // The numbers of allocations of these rows are known, so these bounds verify the allocation
  // counter.
  "floors: an empty loop": Bounds(allocations: .exactly(0)),
  "floors: bind a fresh object and leave": Bounds(allocations: .exactly(1)),

  // These reads take at most 75 ns, compared with 26 ns for the floor.
  "default: never overridden": Bounds(ratio: 3.2, allocations: .atMost(1)),
  "default: overridden elsewhere": Bounds(ratio: 3.2, allocations: .atMost(1)),
  "default: never overridden, 100 others are": Bounds(ratio: 3.2, allocations: .atMost(1)),
  "default: never overridden, 1000 others are": Bounds(ratio: 3.2, allocations: .atMost(1)),
  "default: overridden elsewhere, 100 others are": Bounds(ratio: 3.2, allocations: .atMost(1)),
  "default: overridden elsewhere, 1000 others are": Bounds(ratio: 3.2, allocations: .atMost(1)),

  // The goal is a ratio of 4.
  "default: never overridden, by key path": Bounds(ratio: 6.4, allocations: .atMost(1)),
  "default: never overridden, declared by the macro": Bounds(ratio: 2, allocations: .atMost(1)),

  // These reads take at most 80 ns, compared with 26 ns for the floor.
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

  // These bounds cover the costs of a task-local binding and of the `DependencyValues` to which the
  // closure assigns.
  "enter and leave: 0 active": Bounds(ratio: 3.5, allocations: .exactly(1)),
  "enter and leave: 100 active": Bounds(ratio: 3.5, allocations: .exactly(1)),
  "enter and leave: 1000 active": Bounds(ratio: 3.5, allocations: .exactly(1)),
  "enter and leave: 0 active, async": Bounds(ratio: 3.5, allocations: .exactly(1)),
  "enter and leave: 100 active, async": Bounds(ratio: 3.5, allocations: .exactly(1)),
  "enter and leave: 1000 active, async": Bounds(ratio: 3.5, allocations: .exactly(1)),
  "enter and leave: with one read": Bounds(ratio: 6.5, allocations: .exactly(1)),
  // The goal is a ratio of 6.5. The key path accounts for 0.8 of the ratio.
  "enter and leave: with one read, by key path": Bounds(ratio: 8.5, allocations: .exactly(1)),
  // The first read in a scope visits the frames of all active scopes, which takes 40 ns per frame.
  // The bound is high, but a thousand nested scopes are unrealistic.
  "enter and leave: 1007 active, and one read": Bounds(ratio: 400, allocations: .atMost(5)),

  "captured: a scope over 0 overrides": Bounds(bytes: 128),
  // This size includes the cached results of reads.
  "captured: a scope over 0 overrides, read from": Bounds(bytes: 192),
  "captured: a scope over 100 overrides": Bounds(bytes: 128),
  "captured: a scope over 100 overrides, read from": Bounds(bytes: 192),

  // This takes 900 ns, compared with 26 ns for the floor, because each wrapper looks up its source
  // location.
  "objects: five dependencies by key": Bounds(ratio: 42, allocations: .exactly(1)),
  "objects: five dependencies by key, one overridden": Bounds(ratio: 42, allocations: .atMost(2)),
  "objects: five dependencies by key, on the heap": Bounds(ratio: 42, allocations: .exactly(1)),
  "objects: five dependencies by key path": Bounds(ratio: 48, allocations: .exactly(1)),
  "objects: a chain of 50, cold": Bounds(ratio: 11),
  "objects: a graph of 50, cold": Bounds(ratio: 11),
  "objects: 50 modules, registered and resolved": Bounds(ratio: 30),
  "objects: a wrapper": Bounds(bytes: 8),

  // The cost of each default value must not depend on the number of default values that it needs.
  "chains: an uncached default": Bounds(ratio: 25),
  "chains: 99 keys, cold": Bounds(ratio: 12),
  "chains: 50 modules, beside 10": Bounds(ratio: 6),
  "chains: 50 modules, beside a dictionary": Bounds(ratio: 10),
  "chains: 50 modules of a scope, beside a dictionary": Bounds(ratio: 8),

  "contention: two tasks, default": Bounds(ratio: 1.2, allocations: .exactly(0)),
  "contention: two tasks, overridden": Bounds(ratio: 1.2, allocations: .exactly(0)),
  "contention: two tasks, overridden, by key path": Bounds(ratio: 1.2, allocations: .exactly(0)),
  "contention: two tasks, overridden, declared by the macro":
    Bounds(ratio: 1.2, allocations: .exactly(0)),

  "roots: made, read from and dropped": Bounds(ratio: 110),
  "roots: a root": Bounds(bytes: 1_024),
  "roots: a root, read from": Bounds(bytes: 1_200),
  "roots: what 100000 roots leave behind": Bounds(bytes: 0),
]
