import BenchmarkKit

/// What rows of an app may cost: ratios to their floors, exact counts, and bytes.
let appBounds: [String: Bounds] = [
  // What these allocate is known, so that they prove the counter.
  "floors: an empty loop": Bounds(allocations: .exactly(0)),
  "floors: bind a fresh object and leave": Bounds(allocations: .exactly(1)),

  // To be 0.2: an app pays that where nothing else goes on; here other rows keep roots.
  "default: never overridden": Bounds(ratio: 0.45, allocations: .exactly(0)),
  // To be 2.
  "default: overridden elsewhere": Bounds(ratio: 3.5, allocations: .exactly(0)),
  // To be 1.5.
  "default: never overridden, by key path": Bounds(ratio: 1.75, allocations: .exactly(0)),
  "default: never overridden, 100 others are": Bounds(ratio: 0.45, allocations: .exactly(0)),
  "default: never overridden, 1000 others are": Bounds(ratio: 0.45, allocations: .exactly(0)),
  "default: overridden elsewhere, 100 others are": Bounds(ratio: 2.6, allocations: .exactly(0)),
  "default: overridden elsewhere, 1000 others are": Bounds(ratio: 2.6, allocations: .exactly(0)),

  // To be 2: of 2.3, one is the task-local, and a third the check that its test goes on.
  "overridden: the outermost of 1": Bounds(ratio: 2.5, allocations: .exactly(0)),
  "overridden: the outermost of 10": Bounds(ratio: 2.5, allocations: .exactly(0)),
  "overridden: the outermost of 100": Bounds(ratio: 2.5, allocations: .exactly(0)),
  "overridden: the outermost of 1000": Bounds(ratio: 2.5, allocations: .exactly(0)),
  "overridden: the innermost of 1000": Bounds(ratio: 2.5, allocations: .exactly(0)),
  "overridden: below one scope of 999": Bounds(ratio: 2.5, allocations: .exactly(0)),
  // To be 1.5.
  "overridden: the only one, by key path": Bounds(ratio: 3, allocations: .exactly(0)),

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

  // Two tasks on two processors read 1.8 times as much as one: each read takes 2 / 1.8 of the time.
  "contention: two tasks, default": Bounds(ratio: 1.3, allocations: .exactly(0)),
  "contention: two tasks, overridden": Bounds(ratio: 1.3, allocations: .exactly(0)),

  // To be 2. Two task-locals are bound, where the floor binds one: that alone is 1.5.
  "enter and leave: 0 active": Bounds(ratio: 3, allocations: .exactly(1)),
  "enter and leave: 0 active, async": Bounds(ratio: 3, allocations: .exactly(1)),
  "enter and leave: 100 active": Bounds(ratio: 3, allocations: .exactly(1)),
  "enter and leave: 100 active, async": Bounds(ratio: 3, allocations: .exactly(1)),
  // 300 ns where the floor is 63.
  "enter and leave: 1000 active": Bounds(ratio: 4.7, allocations: .exactly(1)),
  "enter and leave: 1000 active, async": Bounds(ratio: 4.7, allocations: .exactly(1)),
  // To be 5, with one allocation: each such scope gets an index of all that it lies upon.
  "enter and leave: 1007 active, and one read": Bounds(ratio: 40, allocations: .atMost(40)),

  // Two task-locals where the floor has one.
  "a Task and its value: below 1 scopes": Bounds(ratio: 2.5),
  "a Task and its value: below 10 scopes": Bounds(ratio: 2.5),
  "a Task and its value: below 100 scopes": Bounds(ratio: 2.5),

  "captured: a scope over 0 overrides": Bounds(bytes: 128),
  // With what reads have found. To be 128.
  "captured: a scope over 0 overrides, read from": Bounds(bytes: 288),
  "captured: a scope over 100 overrides": Bounds(bytes: 128),
  // With an index of what lies beneath. To be 128.
  "captured: a scope over 100 overrides, read from": Bounds(bytes: 1_344),

  // 60 ns where the floor is 8.4.
  "objects: five dependencies by key": Bounds(ratio: 10, allocations: .atMost(1)),
  "objects: five dependencies by key, one overridden": Bounds(ratio: 10, allocations: .atMost(1)),
  // And the object itself, which costs 34 ns.
  "objects: five dependencies by key, on the heap": Bounds(ratio: 12, allocations: .exactly(1)),
  "objects: five dependencies by key path": Bounds(ratio: 12.5, allocations: .atMost(1)),
  // 12 µs where the floor is 8.4 ns.
  // To be 1,430. Each default takes eight allocations, eight locks and two bound task-locals, which alone
  // are 3,000; no one of them stands out in a profile.
  "objects: a chain of 50, cold": Bounds(ratio: 11_000, allocations: .atMost(430)),
  "objects: a graph of 50, cold": Bounds(ratio: 11_000, allocations: .atMost(430)),
  "objects: a wrapper": Bounds(bytes: 8),

  // 8 µs where the floor is 68 ns.
  "roots: made, read from and dropped": Bounds(ratio: 118),
  "roots: a root": Bounds(bytes: 1_024),
  "roots: a root, read from": Bounds(bytes: 1_200),
  "roots: what 100000 roots leave behind": Bounds(bytes: 0),

  // 150 ns where the floor is 8.4.
  "expectations: an unimplemented call": Bounds(ratio: 20, allocations: .exactly(1)),

  "test clock: wake one of 1000 sleepers": Bounds(ratio: 2.5),
  // From 1,000 to 100,000, a sleeper grows at most twice as dear as a continuation does.
  "test clock: wake one of 100000 sleepers": Bounds(ratio: 3),

  "spies: a call of one argument": Bounds(ratio: 40, allocations: .atMost(3)),
  "spies: an async call of twelve arguments": Bounds(ratio: 45, allocations: .atMost(3)),
]
