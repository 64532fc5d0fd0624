@testable import DependenceSimulation
import TestEffort
import Testing

/// A run by its name, which is short where a test prints what failed.
struct ExampleRun: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let record: RunRecord

  init(_ name: String, _ record: RunRecord) {
    testDescription = name
    self.record = record
  }

  /// The run as a picture draws it.
  var timeline: Timeline { Timeline(record) }
}

extension ExampleRun {
  /// Runs of every kind, none of them long.
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

  /// Runs of which a drawing cannot show everything.
  static let long = [
    ExampleRun("10,000 steps", RandomRecords.possible(7, steps: 10_000)),
    ExampleRun("crowd", crowd), ExampleRun("chain", chain),
  ]

  /// Tasks, actors and jobs with names of all lengths, at times of all sizes, in several bands.
  static let busy = {
    var script = RecordScript()
    let kinds: [Participant.Kind] = [.task, .actor, .job, .task]
    let numbers = (0..<28).map { number in
      let name = number % 5 == 0 ? nil : String(repeating: "name ", count: number)
      return script.make(kinds[number % 4], name, at: number % 3 == 0 ? nil : "Type.f\(number)(…)")
    }
    script.run(0, waking: numbers)
    for round in 0..<4 {
      for number in numbers.reversed() {
        let woke = number % 3 == 0 ? [number, numbers[round]] : []
        let ending: Step.Ending = round == 3 && number % 4 == 1 ? .finished : .suspended
        guard script.line.contains(number) else { continue }
        script.run(number, waking: woke, ending, on: number % 7 == 0 ? .mainActor : .pool)
      }
      while script.line.count > 3 { script.run(script.line[0]) }
      let sizes: [Duration] = [.nanoseconds(7), .milliseconds(1_500), .seconds(3_723)]
      let end = script.record.end + sizes[round % 3]
      script.move(to: end, waking: Array(numbers.prefix(9 + round)))
    }
    for _ in 0..<4 { script.run(script.line[0], waking: [0, 0], .runnable) }
    script.end(.deadlock)
    return script.record
  }()

  /// 5,000 tasks, which wait for ever.
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

  /// 2,000 tasks, each of which makes the next one and ends.
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
