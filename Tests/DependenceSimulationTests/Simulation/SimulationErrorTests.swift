@testable import DependenceSimulation
import Testing

struct SimulationErrorTests {
  private static func tasks(_ count: Int) -> [SimulatedTask] {
    (0..<count).map { SimulatedTask(number: $0, name: nil, origin: nil) }
  }

  private static let advice = """
    If a task waits for a queue, a thread or an actor with its own executor, replace that in the test. \
    Outside a search, the option .outsideWork(upTo:) of simulate and .deterministic allows it.
    """

  @Test func `a deadlock lists the unfinished tasks and mentions sleeping ones`() {
    let awake = SimulatedTask(number: 1, name: "first", origin: "f()", wait: "waits")
    var asleep = awake
    asleep.isAsleep = true

    #expect(
      [[awake], [awake, asleep], []]
        .map { SimulationError.deadlock(at: .seconds(2), waiting: $0).description } == [
          """
          Deadlock after 2.0 seconds of virtual time: no task can run, and no task is sleeping. 1 task has \
          not ended: task "first" (created in f()) waits. \(Self.advice)
          """,
          """
          Deadlock after 2.0 seconds of virtual time: no task can run, and nothing advances the time. 2 \
          tasks have not ended: task "first" (created in f()) waits; task "first" (created in f()) waits. \
          \(Self.advice)
          """,
          """
          Deadlock after 2.0 seconds of virtual time: no task can run, and no task is sleeping. All tasks \
          have ended. \(Self.advice)
          """,
        ]
    )
  }

  @Test(arguments: [(20, ""), (21, "; and 1 more")])
  func `a livelock lists at most twenty tasks`(count: Int, rest: String) {
    let error = SimulationError.livelock(steps: 9, at: .zero, running: Self.tasks(count))

    let list = Self.tasks(20).map(\.description).joined(separator: "; ")
    #expect(
      error.description == """
        The body of the simulation did not return within 9 steps and 0.0 seconds of virtual time. \(count) \
        tasks have not ended: \(list)\(rest). Look for a loop that does not end. If the body needs more \
        steps, raise the limit with the option .stepLimit(_:).
        """
    )
    #expect(error.errorDescription == error.description)
  }
}
