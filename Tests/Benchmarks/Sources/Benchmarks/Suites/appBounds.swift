import BenchmarkKit

/// The bounds of the benchmarks in an app. A bound limits the ratio to the floor, the number of
/// allocations, or the number of bytes.
let appBounds: [String: Bounds] = [
  // The numbers of allocations of these rows are known, so these bounds verify the allocation
  // counter.
  "floors: an empty loop": Bounds(allocations: .exactly(0)),
  "floors: bind a fresh object and leave": Bounds(allocations: .exactly(1)),

  "default: never overridden": Bounds(ratio: 2, allocations: .exactly(0)),
  "default: overridden elsewhere": Bounds(ratio: 2.3, allocations: .exactly(0)),
  // The goal is a ratio of 1.6. The wrapper creates a `DependencyValues` for its scope, and the
  // getter of a handwritten property reads from it.
  "default: never overridden, by key path": Bounds(ratio: 2.9, allocations: .exactly(0)),
  "default: never overridden, declared by the macro": Bounds(ratio: 0.5, allocations: .exactly(0)),
  "default: never overridden, 100 others are": Bounds(ratio: 2, allocations: .exactly(0)),
  "default: never overridden, 1000 others are": Bounds(ratio: 2, allocations: .exactly(0)),
  "default: overridden elsewhere, 100 others are": Bounds(ratio: 2.5, allocations: .exactly(0)),
  "default: overridden elsewhere, 1000 others are": Bounds(ratio: 2, allocations: .exactly(0)),

  "overridden: the outermost of 1": Bounds(ratio: 2, allocations: .exactly(0)),
  "overridden: the outermost of 10": Bounds(ratio: 2, allocations: .exactly(0)),
  "overridden: the outermost of 100": Bounds(ratio: 2, allocations: .exactly(0)),
  "overridden: the outermost of 1000": Bounds(ratio: 2, allocations: .exactly(0)),
  "overridden: the innermost of 1000": Bounds(ratio: 2.4, allocations: .exactly(0)),
  "overridden: below one scope of 999": Bounds(ratio: 2, allocations: .exactly(0)),
  "overridden: the outermost of 1, declared by the macro":
    Bounds(ratio: 0.5, allocations: .exactly(0)),
  "overridden: the outermost of 1000, declared by the macro":
    Bounds(ratio: 0.5, allocations: .exactly(0)),
  // The goal is a ratio of 1.6. The key path and the task-local value account for 1.2 of it.
  "overridden: the only one, by key path": Bounds(ratio: 2.9, allocations: .exactly(0)),

  // The keys of these rows are overridden elsewhere.
  "values of every shape: an Optional, default": Bounds(ratio: 3.3, allocations: .exactly(0)),
  "values of every shape: an Optional, overridden": Bounds(ratio: 2.5, allocations: .exactly(0)),
  "values of every shape: a closure, default": Bounds(ratio: 2.4, allocations: .exactly(0)),
  "values of every shape: a closure, overridden": Bounds(ratio: 2, allocations: .exactly(0)),
  "values of every shape: a witness of five closures, default":
    Bounds(ratio: 1.8, allocations: .exactly(0)),
  "values of every shape: a witness of five closures, overridden":
    Bounds(ratio: 2, allocations: .exactly(0)),
  "values of every shape: a large struct, default": Bounds(ratio: 3.4, allocations: .exactly(0)),
  "values of every shape: a large struct, overridden": Bounds(ratio: 2.8, allocations: .exactly(0)),
  "values of every shape: an existential, default": Bounds(ratio: 2.4, allocations: .exactly(0)),
  "values of every shape: an existential, overridden": Bounds(ratio: 2, allocations: .exactly(0)),
  "values of every shape: an object, default": Bounds(ratio: 2.4, allocations: .exactly(0)),
  "values of every shape: an object, overridden": Bounds(ratio: 2, allocations: .exactly(0)),

  // Two tasks on two processors read 1.8 times as many values as one task. Each read therefore
  // takes 2 / 1.8 = 1.1 times as long.
  "contention: two tasks, default": Bounds(ratio: 1.3, allocations: .exactly(0)),
  "contention: two tasks, overridden": Bounds(ratio: 1.3, allocations: .exactly(0)),
  "contention: two tasks, overridden, by key path": Bounds(ratio: 1.3, allocations: .exactly(0)),
  "contention: two tasks, overridden, declared by the macro":
    Bounds(ratio: 1.3, allocations: .exactly(0)),

  "enter and leave: 0 active": Bounds(ratio: 2.6, allocations: .exactly(1)),
  "enter and leave: 0 active, async": Bounds(ratio: 2.6, allocations: .exactly(1)),
  "enter and leave: 100 active": Bounds(ratio: 2.6, allocations: .exactly(1)),
  "enter and leave: 100 active, async": Bounds(ratio: 2.6, allocations: .exactly(1)),
  // The floor takes 67 ns, so these bounds allow about 174 ns.
  "enter and leave: 1000 active": Bounds(ratio: 2.6, allocations: .exactly(1)),
  "enter and leave: 1000 active, async": Bounds(ratio: 2.6, allocations: .exactly(1)),
  // In the last of these rows, the first read in a scope visits the frames of all active scopes,
  // which takes 7 ns per frame. The bound is high, but a thousand nested scopes are unrealistic.
  "enter and leave: with one read": Bounds(ratio: 4.5, allocations: .exactly(1)),
  "enter and leave: with one read, by key path": Bounds(ratio: 8, allocations: .exactly(1)),
  "enter and leave: 1007 active, and one read": Bounds(ratio: 75, allocations: .exactly(1)),

  "a Task and its value: below 1 scopes": Bounds(ratio: 1.4),
  "a Task and its value: below 10 scopes": Bounds(ratio: 1.4),
  "a Task and its value: below 100 scopes": Bounds(ratio: 1.4),

  "captured: a scope over 0 overrides": Bounds(bytes: 128),
  // This size includes the cached results of reads.
  "captured: a scope over 0 overrides, read from": Bounds(bytes: 192),
  "captured: a scope over 100 overrides": Bounds(bytes: 128),
  "captured: a scope over 100 overrides, read from": Bounds(bytes: 192),

  // This takes 200 ns, compared with 8.5 ns for the floor, because each wrapper looks up its source
  // location.
  "objects: five dependencies by key": Bounds(ratio: 27, allocations: .atMost(1)),
  "objects: five dependencies by key, one overridden": Bounds(ratio: 27, allocations: .atMost(1)),
  // This ratio includes the allocation of the object itself, which takes 34 ns.
  "objects: five dependencies by key, on the heap": Bounds(ratio: 27, allocations: .exactly(1)),
  "objects: five dependencies by key path": Bounds(ratio: 23, allocations: .atMost(1)),
  // The goal is a ratio of 1.2, which is 12 µs. In addition to the operations of the floor, the
  // library records reads, detects cycles, lets threads wait for each other, and reads the
  // task-local value five times.
  "objects: a chain of 50, cold": Bounds(ratio: 6, allocations: .atMost(300)),
  "objects: a graph of 50, cold": Bounds(ratio: 6, allocations: .atMost(300)),
  // The goal is a ratio of 10. Creating the list accounts for 0.8, registration for 2.3, and
  // resolution for 7.4. Resolution accounts for 2 more than fifty default values do, because each
  // registration is looked up and read through a key path.
  "objects: 50 modules, registered and resolved": Bounds(ratio: 14),
  "objects: a wrapper": Bounds(bytes: 8),

  "chains: an uncached default": Bounds(ratio: 20),
  "chains: 99 keys, cold": Bounds(ratio: 12),
  "chains: 50 modules, beside 10": Bounds(ratio: 6),
  // The goal is a ratio of 3. The dictionary has no lock, no scopes and no cycle detection.
  // Computing a default value alone takes five times as long as resolving an entry of the
  // dictionary.
  "chains: 50 modules, beside a dictionary": Bounds(ratio: 16),
  "chains: 50 modules of a scope, beside a dictionary": Bounds(ratio: 16),

  // This takes 8 µs, compared with 68 ns for the floor.
  "roots: made, read from and dropped": Bounds(ratio: 118),
  "roots: a root": Bounds(bytes: 1_024),
  "roots: a root, read from": Bounds(bytes: 1_200),
  "roots: what 100000 roots leave behind": Bounds(bytes: 0),
]
