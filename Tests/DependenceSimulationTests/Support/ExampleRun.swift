import CSimulationRuntime
@testable import DependenceSimulation
import TestEffort
import Testing

/// A run with a short name, which a failing test prints.
struct ExampleRun: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let record: RunRecord

  init(_ name: String, _ record: RunRecord) {
    testDescription = name
    self.record = record
  }

  /// The timeline of the run, which pictures show.
  var timeline: Timeline { Timeline(record) }
}

extension ExampleRun {
  /// Short runs of every kind.
  static let random =
    (0..<UInt64(Effort.times(15, thorough: 40, nightly: 200))).map { seed in
      ExampleRun("possible \(seed)", RandomRecords.possible(seed, steps: Int(seed) * 3))
    }
    + (0..<UInt64(Effort.times(10, thorough: 20, nightly: 100))).map { seed in
      ExampleRun(
        "impossible \(seed)",
        RandomRecords.impossible(seed, steps: 50, participants: 1 + Int(seed))
      )
    }

  /// Runs that are too long to be drawn completely.
  static let long = [
    ExampleRun("10,000 steps", RandomRecords.possible(7, steps: 10_000)),
    ExampleRun("crowd", crowd), ExampleRun("chain", chain),
  ]

  /// A run with a block of several steps, with times of all magnitudes, and with many tasks, actors
  /// and jobs, some of which are left when it ends.
  static let busy = {
    var script = RecordScript()
    let kinds: [Participant.Kind] = [.task, .actor, .job]
    let numbers = (1...27).map { number in
      let name = number % 4 == 0 ? nil : String(repeating: "name ", count: number % 9)
      return script.make(kinds[number % 3], name, at: number % 5 == 0 ? nil : "Type.f\(number)(…)")
    }
    for _ in 0..<4 { script.run(0, waking: [0], .runnable) }
    for time: Duration in [.nanoseconds(7), .nanoseconds(7), .milliseconds(1_500), .seconds(3_723)]
    {
      script.move(to: time, waking: [numbers[0]])
      script.run(0, waking: [numbers[1], numbers[3]])
      script.run(numbers[3], waking: [numbers[1]], .finished, on: .mainActor)
      while let next = script.line.first { script.run(next) }
      script.move(to: time, waking: [0])
    }
    script.run(0, waking: numbers, .runnable)
    for number in [20, 1, 14, 3] { script.run(number, waking: [number, 0], .runnable) }
    for number in [20, 2, 4, 0] { script.run(number, .finished, on: .mainActor) }
    script.fail("It went wrong, and the reason takes much more room than any page has: \(numbers)")
    var record = script.record
    for index in record.steps.indices {
      record.steps[index].code = CodeAddress(functions: simulation_origin())
    }
    return record
  }()

  /// 5,000 tasks that wait forever.
  private static let crowd = {
    var script = RecordScript()
    let tasks = (0..<5_000).map { _ in script.make() }
    script.run(0)
    for task in tasks {
      script.move(to: .zero, waking: [task])
      script.run(task)
    }
    return script.record
  }()

  /// 2,000 tasks, each of which creates the next one and ends.
  private static let chain = {
    var script = RecordScript()
    var last = 0
    for _ in 0..<2_000 {
      let next = script.make(by: last)
      script.run(last, waking: [next], .finished)
      last = next
    }
    script.run(last, .finished)
    return script.record
  }()
}
