@testable import DependenceSimulation
import Testing

struct ChooserTests {
  /// What a schedule chooses at each step, and where it did not fit.
  private func choices(
    _ schedule: Schedule,
    among steps: [[Int]]
  ) -> (choices: [Int], divergence: Int?) {
    var chooser = Chooser(schedule)
    let choices = steps.map { chooser.choose(among: $0) }
    chooser.finish()
    return (choices, chooser.divergence)
  }

  private let three = Array(repeating: [1, 2, 3], count: 12)

  @Test func `first in, first out takes the first`() {
    let run = choices(.fifo, among: three)

    #expect(run.choices == Array(repeating: 0, count: 12))
    #expect(run.divergence == nil)
  }

  // If this changes, the seeds in people's notes stand for other runs.
  @Test func `a seed stands for the same choices for ever`() {
    #expect(
      choices(.random(seed: 42), among: three).choices == [2, 0, 0, 1, 0, 2, 0, 2, 1, 1, 0, 1]
    )
    #expect(
      choices(.random(seed: 43), among: three).choices == [2, 1, 1, 2, 0, 0, 0, 2, 1, 0, 2, 0]
    )
  }

  @Test func `chance takes each candidate about as often as any other`() {
    let many = Array(repeating: [1, 2, 3], count: 30_000)
    let counts = choices(.random(seed: 1), among: many).choices.reduce(into: [0, 0, 0]) {
      $0[$1] += 1
    }

    #expect(counts.allSatisfy { (9_700...10_300).contains($0) })
  }

  @Test func `where there is no choice, none is used up`() {
    let alone = three.flatMap { [[7], $0, [8]] }

    for schedule in [Schedule.random(seed: 42), .choices([2, 1, 0, 2])] {
      let run = choices(schedule, among: alone).choices

      #expect(
        run.enumerated().filter { $0.offset % 3 == 1 }.map(\.element)
          == choices(schedule, among: three).choices
      )
      #expect(run.enumerated().allSatisfy { $0.offset % 3 == 1 || $0.element == 0 })
    }
  }

  // MARK: - Choices

  @Test func `choices come first, and then first in, first out`() {
    let run = choices(.choices([2, 0, 1]), among: three)

    #expect(run.choices == [2, 0, 1] + Array(repeating: 0, count: 9))
    #expect(run.divergence == nil)
  }

  @Test func `a choice that is not to be had is the last candidate, and a divergence`() {
    let run = choices(.choices([1, 9, 5]), among: [[1], [1, 2], [1, 2, 3], [1, 2]])

    #expect(run.choices == [0, 1, 2, 1])
    #expect(run.divergence == 2)
  }

  @Test func `choices that are left over are a divergence, unless they change nothing`() {
    #expect(choices(.choices([1, 0, 2]), among: [[1, 2], [1, 2]]).divergence == 2)
    #expect(choices(.choices([1, 0, 0]), among: [[1, 2], [1, 2]]).divergence == nil)
  }

  @Test func `after the choices, who rests does not run while others can`() {
    let run = choices(
      .choices([0], resting: [1, 2]),
      among: [[1, 2, 3], [1, 2, 3], [2, 4], [2, 1], [2]]
    )

    #expect(run.choices == [0, 2, 1, 0, 0])
    #expect(run.divergence == nil)
  }

  // MARK: - Turns

  @Test func `everybody runs when it is their turn, and then first in, first out`() {
    let run = choices(.order([1, 3, 3, 2].map { Turn(participant: $0) }), among: three)

    #expect(run.choices == [0, 2, 2, 1] + Array(repeating: 0, count: 8))
    #expect(run.divergence == nil)
  }

  @Test func `who cannot run when it is its turn runs as soon as it can`() {
    let run = choices(
      .order([1, 2, 3, 2].map { Turn(participant: $0) }),
      among: [[3, 1], [3, 4], [4, 2], [4, 2], [5, 4]]
    )

    #expect(run.choices == [1, 0, 1, 1, 0])
    #expect(run.divergence == 1)
  }

  @Test func `a turn may be one of several jobs of the same participant`() {
    let run = choices(
      .order([Turn(participant: 1, job: 1), Turn(participant: 1), Turn(participant: 1, job: 2)]),
      among: [[1, 2, 1], [2, 1], [2, 1, 1]]
    )

    #expect(run.choices == [2, 1, 2])
    #expect(run.divergence == 2)
  }

  @Test func `turns that nobody takes are a divergence`() {
    #expect(choices(.order([Turn(participant: 9)]), among: [[1, 2]]).divergence == 0)
    #expect(choices(.order([1, 1].map { Turn(participant: $0) }), among: [[1]]).divergence == 1)
  }

  @Test func `the turns of a run are the run`() {
    let run = ToyProgram.stampede.run(.random(seed: 7))

    let again = ToyProgram.stampede.run(.order(run.record.turns))

    #expect(again.record == run.record)
    #expect(again.divergence == nil)
  }

  // MARK: - Replay

  @Test func `a token of a seed or of choices replays the run`() {
    let run = ToyProgram.stampede.run(.random(seed: 7))

    for token in [ReplayToken(seed: 7), ReplayToken(run.record)] {
      let again = ToyProgram.stampede.run(.replay(token))

      #expect(again.record == run.record)
      #expect(again.divergence == nil)
    }
  }

  @Test func `the token of a replay is known`() {
    let token = ReplayToken(seed: 7)

    #expect(Schedule.replay(token).token == token)
    #expect(Schedule.random(seed: 7).token == nil)
  }
}
