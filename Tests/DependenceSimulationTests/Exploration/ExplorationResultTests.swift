@testable import DependenceSimulation
import Testing

struct ExplorationResultTests {
  @Test func `the description of a result states the number of schedules and the coverage`() {
    let token = ReplayToken(seed: 42)
    let results = [
      ExplorationResult(schedules: 1), ExplorationResult(schedules: 9, distinctSchedules: 7),
      ExplorationResult(schedules: 1, isComplete: true),
      ExplorationResult(schedules: 2, isComplete: true),
      ExplorationResult(schedules: 2, isComplete: true, assumptions: [.observableState]),
      ExplorationResult(schedules: 2, isComplete: true, assumptions: [.cancellationAtOnce]),
      ExplorationResult(
        schedules: 2,
        isComplete: true,
        assumptions: [.observableState, .cancellationAtOnce]
      ),
      ExplorationResult(schedules: 4, isComplete: true, preemptsSteps: false),
      ExplorationResult(schedules: 3, failure: token),
    ]

    #expect(
      results.map(\.description) == [
        "no failure in 1 schedule (1 distinct), but there may be schedules that were not tried",
        "no failure in 9 schedules (7 distinct), but there may be schedules that were not tried",
        "no failure in 1 schedule, which covers every order of the scheduling points",
        "no failure in 2 schedules, which cover every order of the scheduling points",
        """
        no failure in 2 schedules, which cover every order of the scheduling points, provided that tasks share only \
        actors and streams, and affect each other only by resuming, cancelling and awaiting each other
        """,
        """
        no failure in 2 schedules, which cover every order of the scheduling points, provided that each cancellation \
        reaches a task and all its child tasks before any of them runs
        """,
        """
        no failure in 2 schedules, which cover every order of the scheduling points, provided that tasks share only \
        actors and streams, and affect each other only by resuming, cancelling and awaiting each other, and that each \
        cancellation reaches a task and all its child tasks before any of them runs
        """,
        "no failure in 4 schedules, which cover every order of whole steps",
        "a failure in 3 schedules, with the replay token 1s-42-75cd",
      ]
    )
  }

  @Test func `a proof that allows leftover tasks is conditional on the order of their ends`()
    async throws
  {
    let results = [
      try await explore(.exhaustive(), .leftoverTasks) { _ in
        Task { try await Task.sleep(for: .seconds(1)) }
      },
      try await explore(.exhaustive()) { _ in await Task.yield() },
    ]

    #expect(results.map(\.isComplete) == [true, true])
    #expect(
      results.map { "\($0)".contains("that it does not matter in which order the tasks end") } == [
        true, false,
      ]
    )
  }

  @Test(arguments: [
    (SimulationOption.Time.whenIdle, " in which time advances only when no task can run"),
    (.manual, " in which time advances only when the test advances it"),
    (.anytime, ""),
  ])
  func `the description of a proof states a restriction of time`(
    time: SimulationOption.Time,
    restriction: String
  ) async throws {
    let result = try await explore(.exhaustive(), .time(time)) { _ in await Task.yield() }

    #expect("\(result)".contains("every order of the scheduling points\(restriction)"))
    #expect("\(result)".contains("time advances") == !restriction.isEmpty)
  }

  @Test func `the description of a part of a search states the part and claims no more`() throws {
    let shard = try #require(Shard("2/8"))
    let results = [
      ExplorationResult(schedules: 2, shard: shard),
      ExplorationResult(schedules: 2, isComplete: true, shard: shard),
      ExplorationResult(schedules: 2, failure: ReplayToken(seed: 42), shard: shard),
    ]

    #expect(
      results.map(\.description) == [
        """
        in part 2/8 of the search: no failure in 2 schedules (2 distinct), but there may be schedules that were not tried
        """,
        """
        in part 2/8 of the search: no failure in 2 schedules, which cover every order of the scheduling points in this part
        """,
        "in part 2/8 of the search: a failure in 2 schedules, with the replay token 1s-42-75cd",
      ]
    )
  }
}
