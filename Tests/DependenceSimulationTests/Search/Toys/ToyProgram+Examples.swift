extension ToyProgram {
  /// Two tasks that add 1 to a variable and let each other run between reading and writing.
  static let lostUpdate = ToyProgram(
    tasks: Array(repeating: [.load(0), .yield, .store(0, adding: 1)], count: 2)
  )

  /// The program ``lostUpdate`` without the bug: each task reads and writes in one step.
  static let keptUpdate = ToyProgram(
    tasks: Array(repeating: [.yield, .load(0), .store(0, adding: 1)], count: 2)
  )

  /// Three tasks that fill a cache (variable 0) if it is empty, and count their fetches (variable
  /// 1).
  static let stampede = ToyProgram(
    tasks: Array(
      repeating: [
        .load(0), .only(if: 0, next: 4), .yield, .load(1), .store(1, adding: 1),
        .store(0, adding: 1),
      ],
      count: 3
    )
  )

  /// The program ``stampede`` without the bug: a marker (variable 0) shows that a fetch is in
  /// progress.
  static let singleFlight = ToyProgram(
    tasks: Array(
      repeating: [
        .load(0), .only(if: 0, next: 4), .store(0, adding: 1), .yield, .load(1),
        .store(1, adding: 1),
      ],
      count: 3
    )
  )

  /// Three tasks that raise a variable to 5 in only one order: the first, the second, the third,
  /// the first and the second again. Each task also has steps without an effect.
  static let rareOrder = ToyProgram(tasks: [
    [.yield] + raise(from: 0) + [.yield] + raise(from: 3),
    raise(from: 1) + [.yield] + raise(from: 4) + [.yield],
    raise(from: 2) + [.yield, .yield],
  ])

  /// Returns operations that add 1 to variable 0 if it has the given value.
  private static func raise(from number: Int) -> [Operation] {
    [.load(0), .only(if: number, next: 1), .store(0, adding: 1)]
  }

  /// Two tasks that each wait for an event that the other one triggers after its own wait.
  static let embrace = ToyProgram(tasks: [[.wait(0), .happen(1)], [.wait(1), .happen(0)]])

  /// A task that checks whether something is ready (variable 0), and later registers itself to be
  /// woken (variable 1). In between, the other task may make it ready and find no task to wake.
  static let lostWakeUp = ToyProgram(tasks: [
    [.load(0), .yield, .only(if: 0, next: 3), .load(9), .store(1, adding: 1), .wait(0)],
    [.store(0, adding: 1), .load(1), .only(if: 1, next: 1), .happen(0)],
  ])

  /// The program ``lostWakeUp`` without the bug: there is no step between the check and the
  /// registration.
  static let keptWakeUp = ToyProgram(tasks: [
    [.yield, .load(0), .only(if: 0, next: 3), .load(9), .store(1, adding: 1), .wait(0)],
    [.store(0, adding: 1), .load(1), .only(if: 1, next: 1), .happen(0)],
  ])

  /// Two tasks that send numbers to a stream and call an actor. The first task decides in its only
  /// step whether it also calls the actor. Both alternatives race with the second step of the other
  /// task, but only one of them races with the first step. A third task calls the actor once, and
  /// then starts the two tasks.
  static let decidedRace = ToyProgram(
    tasks: [
      [.call(actor: 0, 0), .spawn(1), .spawn(2)],
      [.choose(below: 2), .send(1), .only(if: 1, next: 1), .call(actor: 0, 1)],
      [.call(actor: 0, 2), .send(2)],
    ],
    started: 1
  )

  /// Returns a program of independent tasks with the given number of steps each.
  static func independent(tasks: Int, steps: Int) -> ToyProgram {
    ToyProgram(tasks: Array(repeating: Array(repeating: .yield, count: steps - 1), count: tasks))
  }

  /// Returns a program of tasks that each call an actor once, and other tasks that each yield once.
  static func callers(_ count: Int, beside others: Int) -> ToyProgram {
    ToyProgram(
      tasks: (0..<count).map { [.call(actor: 0, $0)] } + Array(repeating: [.yield], count: others)
    )
  }
}
