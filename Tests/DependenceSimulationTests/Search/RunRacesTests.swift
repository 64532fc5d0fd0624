import Dependence
@testable import DependenceSimulation
import Testing

struct RunRacesTests {
  private struct Race: Sendable, Hashable, CustomStringConvertible {
    let first: Int
    let initials: [Int]

    var description: String { "\(first) \(initials)" }
  }

  private func races(_ record: RunRecord, from start: Int = 0, to end: Int? = nil) -> [Race] {
    var races = RunRaces(record, record.effects(pruning: .independentTasks))
    return races.find(from: start, to: end ?? record.steps.count)
      .map { Race(first: $0.first, initials: $0.initials) }
  }

  /// A reference implementation that compares every pair of steps.
  private struct Model {
    let record: RunRecord
    let effects: [StepEffect]
    /// The steps that must come before each step.
    private(set) var before: [Set<Int>] = []

    init(_ record: RunRecord) {
      self.record = record
      effects = record.effects(pruning: .independentTasks)
      var barrier = 0
      for index in record.steps.indices {
        if isBarrier(index) { barrier = index }
        let direct = (0..<index).filter { $0 < barrier || depends(index, on: $0) }
        before.append(direct.reduce(into: Set(direct)) { $0.formUnion(before[$1]) })
      }
    }

    private func runner(_ step: Int) -> Int { record.steps[step].participant }

    private func depends(_ step: Int, on other: Int) -> Bool {
      runner(step) == runner(other) || !effects[step].commutes(with: effects[other])
    }

    private func isBarrier(_ index: Int) -> Bool {
      guard index > 0 else { return false }
      let (previous, step) = (record.steps[index - 1], record.steps[index])
      return previous.time != step.time
        || !Set(step.candidates).isSubset(of: previous.candidates + previous.woke)
    }

    private func isEnabled(_ step: Int, by other: Int) -> Bool {
      !record.steps[other].candidates.contains(runner(step))
        && record.steps[other + 1].candidates.contains(runner(step))
    }

    func races(before second: Int) -> [Race] {
      let firsts = before[second].filter { first in
        runner(first) != runner(second) && depends(second, on: first)
          && !before[second].contains { before[$0].contains(first) }
          && !(first + 1...second).contains(where: isBarrier) && !isEnabled(second, by: first)
      }
      return firsts.sorted(by: >).map { first in
        let rest = (first + 1..<second).filter { !before[$0].contains(first) } + [second]
        let begin = rest.filter { step in before[step].isDisjoint(with: rest) }.map(runner)
        let wanted = begin.filter { $0 == runner(second) }
        return Race(first: first, initials: wanted + begin.filter { $0 != runner(second) })
      }
    }
  }

  @Test func `a fault can be postponed until time advances, if time waits for ready tasks`() {
    var script = RecordScript()
    let (fault, other) = (script.make(), script.make())
    script.run(0, waking: [fault, other])
    script.run(fault, .finished)
    script.run(other, .finished)
    script.move(to: .seconds(1), waking: [0])
    script.run(0, .finished)
    var record = script.record
    record.participants[fault].injectsFault = true

    #expect(races(record) == [])
    record.isTimeAnytime = false
    #expect(races(record) == [Race(first: 1, initials: [other])])
  }

  // After a crash, a suspended step runs to its end without a scheduling choice. The record of this
  // forced step does not list the other candidates.
  @Test func `steps before a forced step race with steps after it`() {
    var record = RunRecord((0, [0, 1, 2]), (2, [1, 2]), (2, [2]), (1, [1]), (1, [1]))
    record.steps[0].uses = .streams
    record.steps[2].isForced = true
    record.steps[3].uses = .streams

    #expect(races(record).map(\.first).contains(0))
    record.steps[2].isForced = false
    #expect(!races(record).map(\.first).contains(0))
  }

  @Test(arguments: [ToyProgram.Sharing.actors, .actorsAndEvents], UInt64(0)..<60)
  func `races match a comparison of every pair of steps`(
    sharing: ToyProgram.Sharing,
    seed: UInt64
  ) {
    let record = ToyProgram.random(seed: seed, sharing: sharing).run(.random(seed: seed)).record
    let model = Model(record)

    let expected = record.steps.indices.map(model.races)

    #expect(races(record) == expected.flatMap(\.self))
    for start in record.steps.indices {
      #expect(
        races(record, from: start, to: start + 1) == expected[start],
        "\(record.steps.map(\.participant)), step \(start)"
      )
    }
  }

  /// Returns the races between a step of one task and a step of another task. The remaining steps
  /// commute with all others.
  private func races(
    _ first: (inout Step) -> Void,
    _ second: (inout Step) -> Void,
    participants: [Participant.Kind] = [.task, .task, .task]
  ) -> [Race] {
    var record = RunRecord((0, [0, 1]), (1, [1]), (2, [2]), (2, [2]))
    record.participants = participants.enumerated().map {
      Participant(id: $0.offset, kind: $0.element)
    }
    first(&record.steps[0])
    second(&record.steps[1])
    return races(record, to: 2)
  }

  @Test func `steps that share state race unless one enabled the other`() {
    let uses: (inout Step) -> Void = { $0.uses = .streams }

    #expect(races(uses, uses) == [Race(first: 0, initials: [1])])
    #expect(races(uses, { _ in }) == [])
    let wakes: (inout Step) -> Void = {
      $0.candidates = [0]
      $0.woke = [1]
    }
    #expect(races(wakes, uses) == [])
  }

  @Test func `the end of a task races with every step that checks for ends`() {
    var record = RunRecord((0, [0, 1, 2]), (1, [1, 2]), (2, [2]), (0, [0]))
    record.preemptsSteps = false
    record.steps[0].uses = .ends
    record.steps[1].uses = .ends
    record.steps[2].ending = .finished

    #expect(
      races(record, to: 3) == [Race(first: 1, initials: [2]), Race(first: 0, initials: [1])]
    )
  }

  @Test func `an end races with a check for it, whatever the ending task does later`() {
    var record = RunRecord((0, [0, 1]), (0, [0, 1]), (1, [1]), (0, [0]))
    record.preemptsSteps = false
    record.steps[0].ended = [4]
    record.steps[1].uses = .ends
    record.steps[2].uses = .ends

    #expect(races(record, to: 3) == [Race(first: 0, initials: [1])])
  }

  /// Returns the races between a step that waits for the end of a task and the earlier or later
  /// step that ends this task.
  private func racesOfAwait(
    waitsFirst: Bool,
    wait: (inout Step) -> Void = { _ in },
    end: (inout Step) -> Void = { _ in }
  ) -> [Race] {
    var record = RunRecord((0, [0, 1]), (1, [1]), (2, [2]), (2, [2]))
    record.preemptsSteps = true
    let (waiting, ending) = waitsFirst ? (0, 1) : (1, 0)
    record.steps[waiting].uses = .ends
    record.steps[waiting].awaited = [4]
    record.steps[ending].ended = [4]
    wait(&record.steps[waiting])
    end(&record.steps[ending])
    return races(record, to: 2)
  }

  @Test(arguments: [true, false])
  func `an end does not race with a task that awaits it outside of actors`(
    waitsFirst: Bool
  ) {
    let onActor = racesOfAwait(waitsFirst: waitsFirst, wait: { $0.executor = .mainActor })

    #expect(racesOfAwait(waitsFirst: waitsFirst) == [])
    #expect(racesOfAwait(waitsFirst: waitsFirst, end: { $0.woke = waitsFirst ? [0] : [] }) == [])
    #expect(onActor == [Race(first: 0, initials: [1])])
  }

  @Test func `an end that also cancels the awaiting task is a race`() {
    let races = racesOfAwait(waitsFirst: true) { _ in
    } end: {
      $0.woke = [0]
      $0.cancelled = [0]
    }

    #expect(races == [Race(first: 0, initials: [1])])
  }

  @Test func `the end of a task does not hide races with steps that await another task`() {
    func races(awaited: Int) -> [Race] {
      var record = RunRecord((1, [0, 1]), (1, [0, 1]), (0, [0]), (0, [0]), (2, [2]))
      record.preemptsSteps = true
      record.steps[0].uses = .streams
      record.steps[1].ended = [4]
      record.steps[2].uses = .ends
      record.steps[2].awaited = [awaited]
      record.steps[3].uses = .streams
      return self.races(record, to: 4)
    }

    #expect(races(awaited: 4) == [])
    #expect(races(awaited: 5) == [Race(first: 0, initials: [0])])
  }

  @Test func `raising the priority of an ended task races with its earlier use of the priority`() {
    func races(base: UInt8) -> [Race] {
      var record = RunRecord((1, [0, 1]), (1, [0, 1]), (0, [0]), (2, [2]))
      record.preemptsSteps = true
      record.steps[0].uses = .readPriority(base: base)
      record.steps[1].ended = [4]
      record.steps[2].uses = [.ends, .raisesToMediumPriority]
      record.steps[2].awaited = [4]
      return self.races(record, to: 3)
    }

    #expect(races(base: TaskPriority.low.rawValue) == [Race(first: 0, initials: [0])])
    #expect(races(base: TaskPriority.medium.rawValue) == [])
  }

  @Test func `the ends of two children of a group race even if neither awaits anything`() {
    var record = RunRecord((1, [1, 2]), (2, [2]), (0, [0]), (0, [0]))
    record.preemptsSteps = true
    record.participants = (0...2).map { Participant(id: $0, kind: .task) }
    for child in 1...2 { record.participants[child].childOf = 0 }
    for step in 0...1 { record.steps[step].ending = .finished }

    #expect(races(record, to: 2) == [Race(first: 0, initials: [2])])
  }

  @Test func `leaving an actor enables its next turn and does not race with it`() {
    func leaves(_ actor: Int) -> (inout Step) -> Void {
      {
        $0.onlyJoinsQueue = true
        $0.releasedActor = actor
      }
    }
    let runsTask: (inout Step) -> Void = { $0.taskOnActor = 0 }
    let onMain: (inout Step) -> Void = { $0.executor = .mainActor }

    #expect(races(leaves(1), runsTask, participants: [.task, .actor, .task]) == [])
    #expect(races(leaves(-1), onMain) == [])
    #expect(
      races({ $0.woke = [1] }, onMain, participants: [.task, .task, .task])
        == [Race(first: 0, initials: [1])]
    )
    #expect(
      races(leaves(2), { $0.woke = [0] }, participants: [.task, .task, .actor])
        == [Race(first: 0, initials: [1])]
    )
  }

  @Test func `steps before and after an advance of time race only if time was a choice`() {
    let uses: (inout Step) -> Void = { $0.uses = .streams }
    let later: (inout Step) -> Void = {
      $0.uses = .streams
      $0.time = .seconds(1)
    }

    #expect(races(uses, later) == [])
    let one = [Race(first: 0, initials: [1])]
    #expect(races(uses, later, participants: [.task, .task, .task, .time]) == one)
    #expect(
      races(
        uses,
        {
          $0.uses = .streams
          $0.candidates = [1, 3]
        },
        participants: [.task, .task, .task, .time]
      ) == one
    )
    #expect(
      races(
        uses,
        {
          $0.uses = .streams
          $0.candidates = [1, 2]
        }
      ) == []
    )
  }
}
