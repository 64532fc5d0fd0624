@testable import DependenceSimulation
import Testing

struct StepEffectTests {
  /// A task, and an actor that is there from the third participant on.
  private let participants = [
    Participant(number: 0, kind: .task),
    Participant(number: 1, kind: .task),
    Participant(number: 2, kind: .actor),
    Participant(number: 3, kind: .task, parent: 0),
    Participant(number: 4, kind: .task, parent: 1),
  ]

  /// The effects of two steps, of which neither is the last of the run.
  private func effects(_ first: Step, _ second: Step) -> (first: StepEffect, second: StepEffect) {
    var record = RunRecord()
    record.participants = participants
    record.steps = [
      Step(participant: 0, candidates: [0, 1], choice: 0, woke: [0, 1]), first, second,
      Step(participant: 0, candidates: [0], choice: 0),
    ]
    var effects = StepEffects(of: record, from: 1)
    return (effects.next(), effects.next())
  }

  private func step(
    of participant: Int,
    besides others: [Int] = [],
    place: Step.Place = .pool,
    woke: [Int] = [],
    ending: Step.Ending = .suspended
  ) -> Step {
    Step(
      participant: participant,
      place: place,
      candidates: [participant] + others,
      choice: 0,
      woke: woke,
      ending: ending
    )
  }

  private func commute(_ first: Step, _ second: Step) -> Bool {
    let effects = effects(first, second)
    #expect(
      effects.first.commutes(with: effects.second) == effects.second.commutes(with: effects.first)
    )
    return effects.first.commutes(with: effects.second)
  }

  @Test func `steps of two tasks commute`() {
    #expect(commute(step(of: 0), step(of: 1, woke: [1], ending: .runnable)))
  }

  @Test func `steps do not commute if one wakes whom the other one is or wakes`() {
    #expect(!commute(step(of: 0), step(of: 0)))
    #expect(!commute(step(of: 0, woke: [1]), step(of: 1)))
    #expect(!commute(step(of: 1), step(of: 0, woke: [1])))
    #expect(!commute(step(of: 0, besides: [2], woke: [2]), step(of: 1, woke: [2])))
  }

  @Test func `steps do not commute if one ends the task of the other one`() {
    var ending = step(of: 0)
    ending.ended = [1]

    #expect(!commute(ending, step(of: 1)))
  }

  @Test func `steps on the main actor do not commute`() {
    #expect(!commute(step(of: 0, place: .mainActor), step(of: 1, place: .mainActor)))
    #expect(commute(step(of: 0, place: .mainActor), step(of: 1)))
  }

  @Test func `nothing commutes while an actor is able to run, which anybody may give work`() {
    #expect(!commute(step(of: 0, besides: [2]), step(of: 1, besides: [2])))
    #expect(!commute(step(of: 2, besides: [0, 1]), step(of: 1, besides: [2])))
    #expect(commute(step(of: 0, besides: [2]), step(of: 1)))
  }

  @Test func `nobody else has touched a task before it was made`() {
    // The task is 3 where 0 makes it, and would be 3 in a run where 1 makes one, too.
    let effects = effects(step(of: 0, besides: [2], woke: [3]), step(of: 1, woke: [4]))
    let none = self.effects(step(of: 0, besides: [2]), step(of: 1))

    #expect(effects.first.touched == [0])
    #expect(effects.second.touched == [1])
    #expect(effects.first.made == 1)
    #expect(!effects.first.isSame(as: none.first))
  }

  @Test func `who wakes somebody that nobody knows may have touched anything`() {
    #expect(!commute(step(of: 0, woke: [2]), step(of: 1)))
    #expect(!commute(step(of: 1, woke: [3]), step(of: 0)))
    #expect(!commute(step(of: 0, woke: [9]), step(of: 1)))
  }

  @Test func `the last step of a run ends it for everybody`() {
    var record = RunRecord((0, [0, 1]), (1, [1]))
    record.participants = participants
    var effects = StepEffects(of: record, from: 0)
    let (first, last) = (effects.next(), effects.next())

    #expect(!first.commutes(with: last))
    #expect(!last.commutes(with: first))
  }

  @Test func `a step that ends otherwise or wakes others is not the same`() {
    let one = effects(step(of: 0), step(of: 1)).first
    let same = effects(step(of: 0, besides: [1]), step(of: 1)).first
    let runnable = effects(step(of: 0, woke: [0], ending: .runnable), step(of: 1)).first
    let finished = effects(step(of: 0, ending: .finished), step(of: 1)).first
    let waking = effects(step(of: 0, woke: [1]), step(of: 1)).first

    #expect(one.isSame(as: same))
    #expect([runnable, finished, waking].allSatisfy { !$0.isSame(as: one) })
  }
}
