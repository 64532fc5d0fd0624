import Dependence
@testable import DependenceSimulation

/// Random records of runs.
enum RandomRecords {
  private static let names = [
    nil, "load", "<b>&\"quoted\"</b>", "👩‍👩‍👧‍👦 family 🏳️‍🌈", "日本語のタスク", "line\none\u{0}\u{202e}two\u{fffe}",
    String(repeating: "very long name, ", count: 40) + "end", "",
  ]

  /// Returns a run that could have happened. Before a participant runs, it is woken by a
  /// participant or by an advance of time.
  static func possible(_ seed: UInt64, steps: Int) -> RunRecord {
    var random = SeededRandomNumberGenerator(seed: seed)
    var script = RecordScript()
    var numbers = [0]
    while script.record.steps.count < steps {
      if script.line.isEmpty || Int.random(in: 0..<9, using: &random) == 0 {
        let pause = Duration.milliseconds(Int.random(in: 1...100_000, using: &random))
        script.move(to: script.record.end + pause, waking: [numbers.randomElement(using: &random)!])
      }
      let runner = script.line.randomElement(using: &random)!
      var woke = (0..<3).filter { _ in Bool.random(using: &random) }.map { _ in
        numbers.randomElement(using: &random)!
      }
      if numbers.count < 12, Int.random(in: 0..<5, using: &random) == 0 {
        let kind: Participant.Kind = [.task, .actor, .job].randomElement(using: &random)!
        let name = names.randomElement(using: &random)!
        let origin = names.randomElement(using: &random)!
        numbers.append(script.make(kind, name, at: origin, by: runner))
        woke.append(numbers.count - 1)
      }
      // While the queue is long, steps wake no participants. Otherwise, the queue could grow
      // without limit.
      if script.line.count > 6 { woke = [] }
      let endings: [Step.Ending] = [.runnable, .suspended, .suspended, .finished]
      script.run(
        runner,
        waking: woke,
        endings.randomElement(using: &random)!,
        on: Bool.random(using: &random) ? .pool : .mainActor
      )
    }
    script.end([.returned, .deadlock, .livelock].randomElement(using: &random)!)
    return script.record
  }

  /// Returns a run of arbitrary steps, some of which wake many participants.
  static func impossible(_ seed: UInt64, steps: Int, participants: Int) -> RunRecord {
    var random = SeededRandomNumberGenerator(seed: seed)
    var record = RunRecord()
    record.participants = (0..<participants).map {
      Participant(id: $0, kind: [.task, .actor, .job].randomElement(using: &random)!)
    }
    for _ in 0..<steps {
      let candidates = (0...Int.random(in: 0..<3, using: &random)).map { _ in
        Int.random(in: 0..<participants, using: &random)
      }
      let choice = Int.random(in: candidates.indices, using: &random)
      let wakes = Int.random(in: 0..<30, using: &random) == 0 ? participants : 1
      record.steps.append(
        Step(
          participant: candidates[choice],
          time: .nanoseconds(Int.random(in: 0...3, using: &random)),
          candidates: candidates,
          choice: choice,
          woke: (0..<wakes).map { _ in Int.random(in: 0..<participants, using: &random) },
          ending: [.runnable, .suspended, .finished].randomElement(using: &random)!
        )
      )
    }
    return record
  }
}
