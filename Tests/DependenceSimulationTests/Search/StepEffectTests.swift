@testable import DependenceSimulation
import Testing

struct StepEffectTests {
  /// Two tasks, an actor, child tasks of the first task, virtual time, one task created by each of
  /// the first two tasks, another actor, and a job.
  private let participants = [
    Participant(id: 0, kind: .task),
    Participant(id: 1, kind: .task),
    Participant(id: 2, kind: .actor),
    Participant(id: 3, kind: .task, childOf: 0),
    Participant(id: 4, kind: .task, childOf: 0),
    Participant(id: 5, kind: .task, childOf: 0, isAsyncLet: true),
    Participant(id: 6, kind: .task, childOf: 0, isAsyncLet: true),
    Participant(id: 7, kind: .time),
    Participant(id: 8, kind: .task, parent: 0),
    Participant(id: 9, kind: .task, parent: 1),
    Participant(id: 10, kind: .actor),
    Participant(id: 11, kind: .job, parent: 0),
  ]

  /// Returns the effects of two steps, neither of which is the last step of the run.
  private func effects(
    _ first: Step,
    _ second: Step,
    _ pruning: Exploration.Pruning = .independentTasks
  ) -> (first: StepEffect, second: StepEffect) {
    var record = RunRecord()
    record.participants = participants
    record.preemptsSteps = false
    record.steps = [
      Step(participant: 0, candidates: Array(0...7), choice: 0), first, second,
      Step(participant: 0, candidates: [0], choice: 0),
    ]
    let effects = record.effects(pruning: pruning)
    return (effects[1], effects[2])
  }

  private func step(of participant: Int, _ change: (inout Step) -> Void = { _ in }) -> Step {
    var step = Step(
      participant: participant,
      candidates: [participant],
      choice: 0,
      participantCount: 8
    )
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

  @Test func `steps of different tasks commute`() {
    #expect(commute(step(of: 0), step(of: 1) { $0.woke = [1] }))
    #expect(!commute(step(of: 0), step(of: 0)))
  }

  @Test func `code steps commute only if tasks are assumed to be independent`() {
    #expect(!commute(step(of: 0), step(of: 1), .hops))
    #expect(commute(step(of: 0) { $0.onlyJoinsQueue = true }, step(of: 1), .hops))
  }

  @Test func `steps do not commute if they run, wake or cancel the same task`() {
    #expect(!commute(step(of: 0) { $0.woke = [1] }, step(of: 1)))
    #expect(!commute(step(of: 0) { $0.woke = [3] }, step(of: 1) { $0.woke = [3] }))
    #expect(!commute(step(of: 0) { $0.cancelled = [1] }, step(of: 1)))
  }

  @Test func `a cancellation does not commute with a check of another task`() {
    let cancels = step(of: 0) { $0.cancelled = [3] }

    #expect(!commute(cancels, step(of: 1) { $0.checkedTasks = [3] }))
    #expect(commute(cancels, step(of: 1) { $0.checkedTasks = [4] }))
  }

  @Test func `a resumption does not commute with a wait for a continuation`() {
    let resumes = step(of: 0) { $0.uses = .resumption }
    let waits = step(of: 1) { $0.uses = .continuation }

    #expect(!commute(resumes, waits))
    #expect(commute(waits, step(of: 0) { $0.uses = .continuation }))
    #expect(commute(resumes, step(of: 1) { $0.uses = .resumption }))
  }

  @Test func `raising priorities does not commute with reading a lower priority`() {
    let raises = step(of: 0) { $0.uses = .raisesToMediumPriority }
    let reads = [TaskPriority.background, .low, .medium, .high].map { priority in
      step(of: 1) { $0.uses = .readPriority(base: priority.rawValue) }
    }

    #expect(reads.map { commute(raises, $0) } == [false, false, true, true])
    #expect(commute(reads[0], step(of: 0) { $0.uses = .readPriority(base: 0) }))
  }

  @Test func `a step that runs an immediate task also uses that task`() {
    #expect(!commute(step(of: 0) { $0.immediateTask = 8 }, step(of: 1) { $0.cancelled = [8] }))
  }

  @Test func `code that continues a step commutes in the second phase of a search`() {
    let rest = step(of: 1) { $0.continuesStep = true }

    #expect(!commute(step(of: 0), step(of: 1), .automatic))
    #expect(commute(step(of: 0), rest, .automatic))
    #expect(!commute(step(of: 0), rest, .hops))
  }

  @Test func `the order in the queue of an actor matters`() {
    let hop: (inout Step) -> Void = {
      $0.onlyJoinsQueue = true
      $0.joinedQueues = [2]
    }

    #expect(!commute(step(of: 0, hop), step(of: 1, hop)))
    #expect(commute(step(of: 0, hop), step(of: 2) { $0.taskOnActor = 1 }))
    #expect(!commute(step(of: 0, hop), step(of: 2) { $0.taskOnActor = 0 }))
    #expect(commute(step(of: 0, hop), step(of: 1) { $0.joinedQueues = [-1] }))
  }

  @Test func `leaving an actor does not commute with its next turn`() {
    let release = step(of: 0) {
      $0.onlyJoinsQueue = true
      $0.releasedActor = 2
    }

    #expect(!commute(release, step(of: 2) { $0.taskOnActor = 1 }))
    #expect(commute(release, step(of: 1) { $0.joinedQueues = [2] }))

    let main = step(of: 0) {
      $0.onlyJoinsQueue = true
      $0.releasedActor = -1
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

  @Test func `only its parent observes the end of a child`() {
    let end: (inout Step) -> Void = { $0.ending = .finished }

    #expect(!commute(step(of: 3, end), step(of: 0)))
    #expect(commute(step(of: 3, end), step(of: 1) { $0.uses = .ends }))
    #expect(!commute(step(of: 3, end), step(of: 4, end)))
    #expect(!commute(step(of: 5, end), step(of: 0)))
    #expect(commute(step(of: 5, end), step(of: 6, end)))
  }

  @Test func `the end of a task is observed only by steps that await an end`() {
    let end: (inout Step) -> Void = { $0.ending = .finished }

    #expect(commute(step(of: 0, end), step(of: 1)))
    #expect(commute(step(of: 0, end), step(of: 1, end)))
    #expect(!commute(step(of: 0, end), step(of: 1) { $0.uses = .ends }))
    #expect(!commute(step(of: 2) { $0.ended = [0] }, step(of: 1) { $0.uses = .ends }))
    #expect(commute(step(of: 0) { $0.uses = .ends }, step(of: 1) { $0.uses = .ends }))
  }

  @Test func `a turn of an actor does not commute with a task that ends in it`() {
    #expect(!commute(step(of: 2) { $0.ended = [1] }, step(of: 1)))
  }

  @Test func `steps that use streams do not commute`() {
    #expect(!commute(step(of: 0) { $0.uses = .streams }, step(of: 1) { $0.uses = .streams }))
    #expect(!commute(step(of: 0) { $0.uses = .streams }, step(of: 1) { $0.cancelled = [3] }))
    for uses in [Step.Uses.ends, .time] {
      #expect(commute(step(of: 0) { $0.uses = .streams }, step(of: 1) { $0.uses = uses }))
    }
  }

  @Test func `an advance of time commutes only with steps that do not read the time`() {
    #expect(commute(step(of: 7), step(of: 0)))
    #expect(!commute(step(of: 7), step(of: 0) { $0.uses = .time }))
    #expect(commute(step(of: 0) { $0.uses = .time }, step(of: 1) { $0.uses = .time }))
  }

  @Test func `steps that create different tasks commute`() {
    // The task that participant 0 creates has the number 8. In a run in which participant 1 creates
    // its task first, that task has the number 8.
    let effects = effects(step(of: 0) { $0.woke = [8] }, step(of: 1) { $0.woke = [9] })
    let none = self.effects(step(of: 0), step(of: 1))

    #expect(effects.first.commutes(with: effects.second))
    #expect([effects.first.createdCount, effects.second.createdCount] == [1, 1])
    #expect(!effects.first.isSame(as: none.first))
  }

  @Test func `a step that wakes or visits an unknown participant may use anything`() {
    #expect(!commute(step(of: 0) { $0.joinedQueues = [10] }, step(of: 1)))
    #expect(!commute(step(of: 1) { $0.woke = [8] }, step(of: 3)))
    #expect(!commute(step(of: 0) { $0.woke = [19] }, step(of: 1)))
    // A job never counts as created by the step that wakes it, even if the record contains its
    // parent.
    #expect(!commute(step(of: 0) { $0.woke = [11] }, step(of: 1)))
  }

  @Test func `an effect includes only participants known before the step`() {
    typealias Use = StepEffect.Use
    let plain = [
      Use(resource: .participant(0), role: .both),
      Use(resource: .childEnds(of: 0), role: .consuming),
    ]

    // The first step of the record has eight candidates, so participant 7 is known before the step
    // and participant 8 is not.
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
        Use(resource: .queue(of: 7), role: .both), plain[1],
      ]
    )
    #expect(effects[1].uses == plain)
    #expect(effects.map(\.createdCount) == [0, 1])
    #expect(effects.map(\.usesAll) == [false, false])
  }

  @Test func `the recorded participant count determines which participants are known`() {
    let effect = effects(
      step(of: 0) {
        $0.participantCount = 9
        $0.woke = [8]
      },
      step(of: 1)
    ).first

    #expect(effect.createdCount == 0)
    #expect(!effect.usesAll)
  }

  @Test func `the last step of a run commutes with no other step`() {
    var record = RunRecord((0, [0, 1]), (1, [1]))
    record.participants = participants
    let effects = record.effects(pruning: .independentTasks)

    #expect(!effects[0].commutes(with: effects[1]))
    #expect(!effects[1].commutes(with: effects[0]))
  }

  @Test func `steps with different endings or wake-ups have different effects`() {
    let one = effects(step(of: 0), step(of: 1)).first
    let same = effects(step(of: 0) { $0.candidates = [0, 1] }, step(of: 1)).first
    let finished = effects(step(of: 0) { $0.ending = .finished }, step(of: 1)).first
    let waking = effects(step(of: 0) { $0.woke = [1] }, step(of: 1)).first

    #expect(one.isSame(as: same))
    #expect([finished, waking].allSatisfy { !$0.isSame(as: one) })
  }
}
