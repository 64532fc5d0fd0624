@testable import DependenceSimulation
import Testing

struct ExplorationResultTests {
  @Test func `a search says how far it came`() {
    let token = ReplayToken(seed: 42)
    let results = [
      ExplorationResult(schedules: 1), ExplorationResult(schedules: 9, distinctSchedules: 7),
      ExplorationResult(schedules: 1, isComplete: true),
      ExplorationResult(schedules: 2, isComplete: true),
      ExplorationResult(schedules: 2, isComplete: true, isConditional: true),
      ExplorationResult(schedules: 3, failure: token),
    ]

    #expect(
      results.map(\.description) == [
        "no failure in 1 schedule, 1 of them distinct; there may be others",
        "no failure in 9 schedules, 7 of them distinct; there may be others",
        "no failure in 1 schedule, which stands for all orders of scheduling points",
        "no failure in 2 schedules, which stand for all orders of scheduling points",
        """
        no failure in 2 schedules, which stand for all orders of scheduling points, if tasks share nothing but actors, \
        streams, and what they do to each other
        """,
        "3 schedules, of which 1s-42-75cd failed",
      ]
    )
  }
}
