@testable import DependenceSimulation
import Testing

struct ScheduleTests {
  private static let token = ReplayToken(choices: [1], advancesTimeAnytime: true)

  private static let all: [Schedule] = [
    .fifo, .random(seed: 7), .random(.partialOrderSampling, seed: 7), .choices([1]),
    .order([Turn(participant: 1)]), .replay(ReplayToken(seed: 7)),
    .replay(ReplayToken(choices: [1])), .replay(token),
  ]

  @Test func `time can advance at any point only in the replay of a run in which it did`() {
    #expect(Self.all.filter(\.advancesTimeAnytime) == [.replay(Self.token)])
  }

  @Test func `only schedules with choices record the effects of steps`() {
    let schedules = Self.all.map(\.recordsEffects)

    #expect(schedules == [false, false, false, true, false, false, true, true])
  }

  @Test func `a schedule with a seed has a token for any strategy`() {
    let walk = ReplayToken(seed: 7)
    let tokens: [ReplayToken?] = [
      nil, walk, ReplayToken(seed: 7, .partialOrderSampling), nil, nil, walk, nil, nil,
    ]

    #expect(Self.all.map(\.seedToken) == tokens)
  }

  @Test func `the token of a run records whether time was a choice`() {
    var record = RunRecord((0, [0]), (1, [0, 1]))
    let without = ReplayToken(record)
    record.participants[1].kind = .time

    #expect([without, ReplayToken(record)].map(\.advancesTimeAnytime) == [false, true])
  }
}
