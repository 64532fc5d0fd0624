@testable import DependenceSimulation
import Testing

struct SimulationErrorTests {
  private static func tasks(_ count: Int) -> [SimulatedTask] {
    (0..<count).map { SimulatedTask(number: $0, name: nil, origin: nil) }
  }

  private static let advice = """
    If one of them waits for a queue, a thread or an actor with an executor of its own, allow that with \
    the option .outsideWork(upTo:).
    """

  @Test func `a deadlock says who has not ended, and whether anybody sleeps`() {
    let awake = SimulatedTask(number: 1, name: "first", origin: "f()", wait: "waits")
    var asleep = awake
    asleep.isAsleep = true

    #expect(
      [[awake], [awake, asleep], []]
        .map { SimulationError.deadlock(at: .seconds(2), waiting: $0).description } == [
          """
          Deadlock after 2.0 seconds of virtual time: nothing can run, and nobody sleeps. One task has not \
          ended: task "first", made in f(), waits. \(Self.advice)
          """,
          """
          Deadlock after 2.0 seconds of virtual time: nothing can run, and nothing moves time. 2 tasks have \
          not ended: task "first", made in f(), waits; task "first", made in f(), waits. \(Self.advice)
          """,
          """
          Deadlock after 2.0 seconds of virtual time: nothing can run, and nobody sleeps. No task is left. \
          \(Self.advice)
          """,
        ]
    )
  }

  @Test(arguments: [(20, ""), (21, "; and 1 more")])
  func `a livelock lists twenty tasks`(count: Int, rest: String) {
    let error = SimulationError.livelock(steps: 9, at: .zero, running: Self.tasks(count))

    let list = Self.tasks(20).map(\.description).joined(separator: "; ")
    #expect(
      error.description == """
        The simulation took 9 steps in 0.0 seconds of virtual time, and came to no end. \(count) tasks have \
        not ended: \(list)\(rest). If it needs more, say so with the option .stepLimit(_:).
        """
    )
    #expect(error.errorDescription == error.description)
  }
}
