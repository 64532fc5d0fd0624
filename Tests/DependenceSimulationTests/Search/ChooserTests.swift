@testable import DependenceSimulation
import Testing

struct ChooserTests {
  /// Returns the choice of a schedule at each step.
  private func choices(_ schedule: Schedule, among steps: [[Int]]) -> [Int] {
    var chooser = Chooser(schedule)
    return steps.map { chooser.choose(among: $0) }
  }

  private let three = Array(repeating: [1, 2, 3], count: 12)

  @Test func `the FIFO schedule always chooses the first candidate`() {
    let run = choices(.fifo, among: three)

    #expect(run == Array(repeating: 0, count: 12))
  }

  @Test(
    arguments: [
      .random(seed: 42), .choices([2, 2, 2]), .choices([], sleepSet: [1]),
    ] as [Schedule]
  )
  func `after the end of a schedule, the first candidate is chosen`(schedule: Schedule) {
    var chooser = Chooser(schedule)
    let before = chooser.choose(among: [1, 2, 3])
    chooser.endSchedule()

    #expect(before != 0)
    #expect(
      (0..<12).map { _ in chooser.choose(among: [1, 2, 3]) } == Array(repeating: 0, count: 12)
    )
  }

  // If this changes, existing seeds no longer reproduce their runs.
  @Test func `a seed always produces the same choices`() {
    #expect(
      choices(.random(seed: 42), among: three) == [2, 0, 0, 1, 0, 2, 0, 2, 1, 1, 0, 1]
    )
    #expect(
      choices(.random(seed: 43), among: three) == [2, 1, 1, 2, 0, 0, 0, 2, 1, 0, 2, 0]
    )
  }

  @Test func `a strategy with a seed always produces the same choices`() {
    #expect(
      choices(.random(.partialOrderSampling, seed: 42), among: three) == [
        2, 2, 0, 0, 0, 0, 0, 1, 1, 1, 0, 2,
      ]
    )
    #expect(
      choices(.random(.pct(depth: 3, length: 10), seed: 42), among: three)
        == [1, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2]
    )
  }

  @Test(
    arguments: [
      ([7, nil, 7], [2, 0, 0, 2, 2, 0, 2, 0, 0, 2, 1, 1]),
      ([7, 7, 7], [2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2]),
      ([7, 7, nil], [2, 2, 0, 0, 1, 1, 0, 1, 0, 0, 1, 1]),
      ([nil, 7, 7], [2, 1, 1, 2, 0, 0, 2, 2, 1, 1, 2, 2]),
    ] as [([Int?], [Int])]
  )
  func `a seed always produces the same choices for racing steps`(
    resources: [Int?],
    expected: [Int]
  ) {
    var chooser = Chooser(.random(.partialOrderSampling, seed: 42))

    let run = three.map { chooser.choose(among: $0) { resources[$0] } }

    #expect(run == expected)
  }

  @Test func `priorities change less often than the depth`() {
    let long = Array(repeating: [1, 2, 3], count: 40)
    for seed in 0..<UInt64(50) {
      for depth in Strategy.depths {
        let run = choices(.random(.pct(depth: depth, length: 40), seed: seed), among: long)

        let switches = zip(run, run.dropFirst()).count { $0 != $1 }
        #expect(switches < depth)
      }
    }
  }

  @Test func `priorities end when a run is much longer than expected`() {
    let long = Array(repeating: [1, 2, 3], count: 200)
    var isFirstByChance = false
    for seed in 0..<UInt64(20) {
      let run = choices(.random(.pct(depth: 1, length: 10), seed: seed), among: long)

      #expect(Set(run[...84]).count == 1)
      #expect(Set(run[85...]).count == 3)
      isFirstByChance = isFirstByChance || run[84] != run[85]
    }

    #expect(isFirstByChance)
  }

  @Test func `the first of several jobs of the preferred participant runs`() {
    for seed in 0..<UInt64(20) {
      let run = choices(
        .random(.pct(depth: 1, length: 9), seed: seed),
        among: [[1, 1], [2, 2, 2]]
      )

      #expect(run == [0, 0])
    }
  }

  @Test func `after 32 turns in a row, the next participant is chosen at random`() {
    let long = Array(repeating: [1, 2], count: 200)
    let runs = (0..<UInt64(4_000)).map {
      choices(.random(.partialOrderSampling, seed: $0), among: long)
    }
    // The participant that has run so far continues as long as the other one has a lower priority.
    let stretches = runs.compactMap { run in run.firstIndex { $0 != run[0] } }.filter { $0 > 20 }
    let counts = stretches.reduce(into: [:]) { $0[$1, default: 0] += 1 }

    #expect(counts.max { $0.value < $1.value }?.key == 32)
  }

  @Test func `a search uses five depths in turn`() {
    let depths = (0..<64).compactMap { (seed: UInt64) -> Int? in
      guard case .pct(let depth, 9) = Strategy.assigned(to: seed, length: 9), seed % 8 != 1
      else { return nil }
      return depth
    }

    #expect(depths == [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1])
  }

  @Test func `a participant that keeps yielding lets others run in a partial order`() {
    for seed in 0..<UInt64(200) {
      let long = Array(repeating: [1, 2], count: 400)

      let run = choices(.random(.partialOrderSampling, seed: seed), among: long)

      #expect(Set(run) == [0, 1])
    }
  }

  @Test func `a step that races with the executed step gets a new random priority`() {
    var chooser = Chooser(.random(.partialOrderSampling, seed: 1))
    var other = chooser
    var hasChanged = false
    for _ in 0..<50 {
      let choice = chooser.choose(among: [1, 2, 3]) { _ in 7 }
      if choice != other.choose(among: [1, 2, 3], touching: { $0 < 2 ? nil : 7 }) {
        hasChanged = true
      }
    }

    #expect(hasChanged)
  }

  @Test func `seeds are always assigned to the same strategies`() {
    let dealt = (0..<16).map { Strategy.assigned(to: $0, length: 9) }
    func pct(_ depth: Int) -> Strategy { .pct(depth: depth, length: 9) }

    #expect(
      dealt == [
        .randomWalk, pct(1), .randomWalk, .partialOrderSampling, .randomWalk, pct(1), .randomWalk,
        pct(2),
        .randomWalk, pct(1), .randomWalk, .partialOrderSampling, .randomWalk, pct(3), .randomWalk,
        pct(4),
      ]
    )
    for seed: UInt64 in [1, 5] {
      #expect(Strategy.assigned(to: seed, length: 0) == .pct(depth: 1, length: 1))
    }
    #expect(Strategy.assigned(to: .max, length: 9) == pct(4))
  }

  @Test func `random choices are evenly distributed`() {
    let many = Array(repeating: [1, 2, 3], count: 30_000)
    let counts = choices(.random(seed: 1), among: many).reduce(into: [0, 0, 0]) {
      $0[$1] += 1
    }

    #expect(counts.allSatisfy { (9_700...10_300).contains($0) })
  }

  @Test func `a step with a single candidate consumes no choice`() {
    let alone = three.flatMap { [[7], $0, [8]] }

    for schedule in [Schedule.random(seed: 42), .choices([2, 1, 0, 2])] {
      let run = choices(schedule, among: alone)

      #expect(
        run.enumerated().filter { $0.offset % 3 == 1 }.map(\.element)
          == choices(schedule, among: three)
      )
      #expect(run.enumerated().allSatisfy { $0.offset % 3 == 1 || $0.element == 0 })
    }
  }

  // MARK: - Choices

  @Test func `the given choices come first, followed by FIFO order`() {
    let run = choices(.choices([2, 0, 1]), among: three)

    #expect(run == [2, 0, 1] + Array(repeating: 0, count: 9))
  }

  @Test func `a choice out of range selects the last candidate`() {
    let run = choices(.choices([1, 9, 5]), among: [[1], [1, 2], [1, 2, 3], [1, 2]])

    #expect(run == [0, 1, 2, 1])
  }

  @Test func `after the choices, participants in the sleep set run only if no others can`() {
    let run = choices(
      .choices([0], sleepSet: [1, 2]),
      among: [[1, 2, 3], [1, 2, 3], [2, 4], [2, 1], [2]]
    )

    #expect(run == [0, 2, 1, 0, 0])
  }

  @Test func `participants in the sleep set do not wait forever`() {
    var chooser = Chooser(.choices([1], sleepSet: [1]))

    let run = (0..<2_000).map { _ in chooser.choose(among: [1, 2]) }

    #expect(run.firstIndex(of: 0) == 1 + Chooser.mostStepsWhileAsleep)
    #expect(chooser.hasAbandonedSleepSet)
  }

  // MARK: - Turns

  @Test func `turns run in the given order, followed by FIFO order`() {
    let run = choices(.order([1, 3, 3, 2].map { Turn(participant: $0) }), among: three)

    #expect(run == [0, 2, 2, 1] + Array(repeating: 0, count: 8))
  }

  @Test func `a turn that cannot run yet runs as soon as it can`() {
    let run = choices(
      .order([1, 2, 3, 2].map { Turn(participant: $0) }),
      among: [[3, 1], [3, 4], [4, 2], [4, 2], [5, 4]]
    )

    #expect(run == [1, 0, 1, 1, 0])
  }

  @Test func `a turn can name one of several jobs of a participant`() {
    let run = choices(
      .order([Turn(participant: 1, job: 1), Turn(participant: 1), Turn(participant: 1, job: 2)]),
      among: [[1, 2, 1], [2, 1], [2, 1, 1]]
    )

    #expect(run == [2, 1, 2])
  }

  @Test func `the turns of a run reproduce the run`() {
    let run = ToyProgram.stampede.run(.random(seed: 7))

    let again = ToyProgram.stampede.run(.order(run.record.turns))

    #expect(again.record == run.record)
  }

  // MARK: - Replay

  @Test func `a token of a seed or of choices replays the run`() {
    let run = ToyProgram.stampede.run(.random(seed: 7))

    for token in [ReplayToken(seed: 7), ReplayToken(run.record)] {
      let again = ToyProgram.stampede.run(.replay(token))

      #expect(again.record == run.record)
    }
  }

  @Test func `a replay schedule keeps its token`() {
    let token = ReplayToken(seed: 7)

    #expect(Schedule.replay(token).token == token)
    #expect(Schedule.random(seed: 7).token == nil)
  }
}
