@testable import DependenceSimulation
import Testing

struct StepEffectTests {
  /// Two tasks, an actor, a task that each of them makes, a group's child and an `async let` of the first one.
  private let participants = [
    Participant(number: 0, kind: .task),
    Participant(number: 1, kind: .task),
    Participant(number: 2, kind: .actor),
    Participant(number: 3, kind: .task, childOf: 0),
    Participant(number: 4, kind: .task, childOf: 0),
    Participant(number: 5, kind: .task, childOf: 0, isAsyncLet: true),
    Participant(number: 6, kind: .task, childOf: 0, isAsyncLet: true),
    Participant(number: 7, kind: .time),
    Participant(number: 8, kind: .task, parent: 0),
    Participant(number: 9, kind: .task, parent: 1),
    Participant(number: 10, kind: .actor),
    Participant(number: 11, kind: .job, parent: 0),
  ]

  /// The effects of two steps, of which neither is the last of the run.
  private func effects(
    _ first: Step,
    _ second: Step,
    _ pruning: Exploration.Pruning = .independentTasks
  ) -> (first: StepEffect, second: StepEffect) {
    var record = RunRecord()
    record.participants = participants
    record.interruptsSteps = false
    record.steps = [
      Step(participant: 0, candidates: Array(0...7), choice: 0), first, second,
      Step(participant: 0, candidates: [0], choice: 0),
    ]
    let effects = record.effects(pruning: pruning)
    return (effects[1], effects[2])
  }

  private func step(of participant: Int, _ change: (inout Step) -> Void = { _ in }) -> Step {
    var step = Step(participant: participant, candidates: [participant], choice: 0)
    change(&step)
    return step
  }

  private func commute(
    _ first: Step,
    _ second: Step,
    _ pruning: Exploration.Pruning = .independentTasks
  ) -> Bool {
    let effects = effects(first, second, pruning)
    #expect(
      effects.first.commutes(with: effects.second) == effects.second.commutes(with: effects.first)
    )
    return effects.first.commutes(with: effects.second)
  }

  @Test func `steps of two tasks commute`() {
    #expect(commute(step(of: 0), step(of: 1) { $0.woke = [1] }))
    #expect(!commute(step(of: 0), step(of: 0)))
  }

  @Test func `code commutes with code only where tasks are taken to be independent`() {
    #expect(!commute(step(of: 0), step(of: 1), .hops))
    #expect(commute(step(of: 0) { $0.onlyJoinsQueue = true }, step(of: 1), .hops))
  }

  @Test func `steps do not commute if one wakes or cancels whom the other one is or wakes`() {
    #expect(!commute(step(of: 0) { $0.woke = [1] }, step(of: 1)))
    #expect(!commute(step(of: 0) { $0.woke = [3] }, step(of: 1) { $0.woke = [3] }))
    #expect(!commute(step(of: 0) { $0.cancelled = [1] }, step(of: 1)))
  }

  @Test func `a resumption and the wait for a continuation do not commute`() {
    let resumes = step(of: 0) { $0.uses = .resumption }
    let waits = step(of: 1) { $0.uses = .continuation }

    #expect(!commute(resumes, waits))
    #expect(commute(waits, step(of: 0) { $0.uses = .continuation }))
    #expect(commute(resumes, step(of: 1) { $0.uses = .resumption }))
  }

  @Test func `a step uses the task whose code it ran, too`() {
    #expect(!commute(step(of: 0) { $0.immediateTask = 8 }, step(of: 1) { $0.cancelled = [8] }))
  }

  @Test func `code that continues a step commutes in the second phase of a search`() {
    let rest = step(of: 1) { $0.continuesStep = true }

    #expect(!commute(step(of: 0), step(of: 1), .automatic))
    #expect(commute(step(of: 0), rest, .automatic))
    #expect(!commute(step(of: 0), rest, .hops))
  }

  @Test func `the order in the line of an actor counts`() {
    let hop: (inout Step) -> Void = {
      $0.onlyJoinsQueue = true
      $0.joinedQueues = [2]
    }

    #expect(!commute(step(of: 0, hop), step(of: 1, hop)))
    #expect(commute(step(of: 0, hop), step(of: 2) { $0.servedTask = 1 }))
    #expect(!commute(step(of: 0, hop), step(of: 2) { $0.servedTask = 0 }))
    #expect(commute(step(of: 0, hop), step(of: 1) { $0.joinedQueues = [-1] }))
  }

  @Test func `an actor serves the next one when its task has left it`() {
    let departure = step(of: 0) {
      $0.onlyJoinsQueue = true
      $0.departedActor = 2
    }

    #expect(!commute(departure, step(of: 2) { $0.servedTask = 1 }))
    #expect(commute(departure, step(of: 1) { $0.joinedQueues = [2] }))

    let main = step(of: 0) {
      $0.onlyJoinsQueue = true
      $0.departedActor = -1
    }

    #expect(!commute(main, step(of: 1) { $0.executor = .mainActor }))
    #expect(commute(main, step(of: 2)))
  }

  @Test func `steps on the main actor do not commute`() {
    #expect(
      !commute(step(of: 0) { $0.executor = .mainActor }, step(of: 1) { $0.executor = .mainActor })
    )
    #expect(commute(step(of: 0) { $0.executor = .mainActor }, step(of: 1)))
  }

  @Test func `the end of a child is seen by its parent alone`() {
    let end: (inout Step) -> Void = { $0.ending = .finished }

    #expect(!commute(step(of: 3, end), step(of: 0)))
    #expect(commute(step(of: 3, end), step(of: 1) { $0.uses = .ends }))
    #expect(!commute(step(of: 3, end), step(of: 4, end)))
    #expect(!commute(step(of: 5, end), step(of: 0)))
    #expect(commute(step(of: 5, end), step(of: 6, end)))
  }

  @Test func `the end of another task is seen by who awaits one`() {
    let end: (inout Step) -> Void = { $0.ending = .finished }

    #expect(commute(step(of: 0, end), step(of: 1)))
    #expect(commute(step(of: 0, end), step(of: 1, end)))
    #expect(!commute(step(of: 0, end), step(of: 1) { $0.uses = .ends }))
    #expect(!commute(step(of: 2) { $0.ended = [0] }, step(of: 1) { $0.uses = .ends }))
    #expect(commute(step(of: 0) { $0.uses = .ends }, step(of: 1) { $0.uses = .ends }))
  }

  @Test func `a task whose end comes in the turn of an actor does nothing beside it`() {
    #expect(!commute(step(of: 2) { $0.ended = [1] }, step(of: 1)))
  }

  @Test func `streams are shared`() {
    #expect(!commute(step(of: 0) { $0.uses = .streams }, step(of: 1) { $0.uses = .streams }))
    #expect(!commute(step(of: 0) { $0.uses = .streams }, step(of: 1) { $0.cancelled = [3] }))
    for uses in [Step.Uses.ends, .time] {
      #expect(commute(step(of: 0) { $0.uses = .streams }, step(of: 1) { $0.uses = uses }))
    }
  }

  @Test func `time passes for those who look at it`() {
    #expect(commute(step(of: 7), step(of: 0)))
    #expect(!commute(step(of: 7), step(of: 0) { $0.uses = .time }))
    #expect(commute(step(of: 0) { $0.uses = .time }, step(of: 1) { $0.uses = .time }))
  }

  @Test func `nobody else has used a task before it was made`() {
    // The task is 8 where 0 makes it, and would be 8 in a run where 1 makes one, too.
    let effects = effects(step(of: 0) { $0.woke = [8] }, step(of: 1) { $0.woke = [9] })
    let none = self.effects(step(of: 0), step(of: 1))

    #expect(effects.first.commutes(with: effects.second))
    #expect([effects.first.made, effects.second.made] == [1, 1])
    #expect(!effects.first.isSame(as: none.first))
  }

  @Test func `who wakes or visits somebody that nobody knows may have used anything`() {
    #expect(!commute(step(of: 0) { $0.joinedQueues = [10] }, step(of: 1)))
    #expect(!commute(step(of: 1) { $0.woke = [8] }, step(of: 3)))
    #expect(!commute(step(of: 0) { $0.woke = [19] }, step(of: 1)))
    // Nobody makes a job.
    #expect(!commute(step(of: 0) { $0.woke = [11] }, step(of: 1)))
  }

  @Test func `an effect is made of what is known before the step`() {
    typealias Use = StepEffect.Use
    let plain = [
      Use(resource: .participant(0), role: .both),
      Use(resource: .childEnds(of: 0), role: .consuming),
    ]

    // Eight participants could run in the first step.
    let effects = [7, 8].map { number in
      self.effects(
        step(of: 0) {
          $0.woke = [number]
          $0.joinedQueues = [number]
        },
        step(of: 1)
      ).first
    }

    #expect(
      effects[0].uses == [
        plain[0], Use(resource: .participant(7), role: .both),
        Use(resource: .line(of: 7), role: .both), plain[1],
      ]
    )
    #expect(effects[1].uses == plain)
    #expect(effects.map(\.made) == [0, 1])
    #expect(effects.map(\.usesAll) == [false, false])
  }

  @Test func `the number of participants that a step says counts`() {
    let effect = effects(
      step(of: 0) {
        $0.participantCount = 9
        $0.woke = [8]
      },
      step(of: 1)
    ).first

    #expect(effect.made == 0)
    #expect(!effect.usesAll)
  }

  @Test func `the last step of a run ends it for everybody`() {
    var record = RunRecord((0, [0, 1]), (1, [1]))
    record.participants = participants
    let effects = record.effects(pruning: .independentTasks)

    #expect(!effects[0].commutes(with: effects[1]))
    #expect(!effects[1].commutes(with: effects[0]))
  }

  @Test func `a step that ends otherwise or wakes others is not the same`() {
    let one = effects(step(of: 0), step(of: 1)).first
    let same = effects(step(of: 0) { $0.candidates = [0, 1] }, step(of: 1)).first
    let finished = effects(step(of: 0) { $0.ending = .finished }, step(of: 1)).first
    let waking = effects(step(of: 0) { $0.woke = [1] }, step(of: 1)).first

    #expect(one.isSame(as: same))
    #expect([finished, waking].allSatisfy { !$0.isSame(as: one) })
  }
}
