import Dependence
@testable import DependenceSimulation
import Testing

struct ShrinkerTests {
  /// Something that goes wrong in some schedules of a program.
  struct Failure: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let program: ToyProgram
    /// The least number of context switches, as a search of all schedules says.
    let switches: Int
    let hasFailed: @Sendable (ToyRun) -> Bool

    /// The first so many failing runs that chance finds.
    func runs(_ count: Int) -> [ToyRun] {
      Array(
        (UInt64(0)...).lazy.map { program.run(.random(seed: $0)) }.filter(hasFailed).prefix(count)
      )
    }

    static let all = [
      Failure(testDescription: "lost update", program: .lostUpdate, switches: 1) {
        $0.state.variables[0] == 1
      },
      Failure(testDescription: "stampede", program: .stampede, switches: 1) {
        $0.state.variables[1] ?? 0 > 1
      },
      Failure(testDescription: "stampede of all", program: .stampede, switches: 2) {
        $0.state.variables[1] == 3
      },
      Failure(testDescription: "rare order", program: .rareOrder, switches: 2) {
        $0.state.variables[0] == 5
      },
      Failure(testDescription: "lost wake-up", program: .lostWakeUp, switches: 1) {
        $0.record.ending == .deadlock
      },
    ]
  }

  private func shrink(_ run: ToyRun, of failure: Failure, limit: Int = 500) -> Shrinker {
    var shrinker = Shrinker(run.record, limit: limit)
    while let schedule = shrinker.next() {
      let run = failure.program.run(schedule)
      shrinker.finish(with: run.record, hasFailed: failure.hasFailed(run))
    }
    return shrinker
  }

  @Test(arguments: Failure.all)
  func `the least number of context switches is what all schedules say`(failure: Failure) {
    let failing = ToyExploration(failure.program, limit: 40_000).runs.filter(failure.hasFailed)

    #expect(failing.map(\.record.contextSwitches).min() == failure.switches)
  }

  @Test(arguments: Failure.all)
  func `a failing run is shrunk to the least number of context switches`(failure: Failure) {
    for run in failure.runs(10) {
      let shrinker = shrink(run, of: failure)

      #expect(shrinker.best.contextSwitches == failure.switches)
      #expect(shrinker.best.complexity <= run.record.complexity)
      #expect(shrinker.runs <= 100)
      #expect(failure.hasFailed(failure.program.run(.replay(ReplayToken(shrinker.best)))))
    }
  }

  @Test func `shrinking takes no more runs than it needs`() {
    let runs = Failure.all.map { failure in
      failure.runs(10).map { shrink($0, of: failure).runs }.reduce(0, +)
    }

    #expect(runs == [90, 182, 270, 282, 70])
  }

  @Test(arguments: Failure.all)
  func `what was made simpler cannot be made simpler once more`(failure: Failure) {
    for run in failure.runs(100) {
      let shrinker = shrink(run, of: failure)
      let again = shrink(failure.program.run(.order(shrinker.best.turns)), of: failure)

      #expect(again.best.complexity == shrinker.best.complexity)
    }
  }

  @Test func `a long run is shrunk, too`() {
    let yields = Array(repeating: ToyProgram.Operation.yield, count: 40)
    let program = ToyProgram(tasks: ToyProgram.rareOrder.tasks.map { yields + $0 + yields })
    let failure = Failure(testDescription: "", program: program, switches: 2) {
      $0.state.variables[0] == 5
    }
    let run = failure.runs(1)[0]

    let shrinker = shrink(run, of: failure)

    #expect(run.record.contextSwitches > 50)
    #expect(shrinker.best.contextSwitches == 2)
    #expect(shrinker.runs < 500)
  }

  @Test(arguments: [0, 1, 7]) func `there are no more runs than the limit`(limit: Int) {
    let failure = Failure.all[3]
    let run = failure.runs(1)[0]

    let shrinker = shrink(run, of: failure, limit: limit)

    #expect(shrinker.runs == limit)
    #expect(shrinker.best.complexity <= run.record.complexity)
    #expect(limit > 0 || shrinker.best == run.record)
  }

  @Test(arguments: [(0, 0), (1, 1), (10, 1), (11, 2), (20, 2), (21, 3)])
  func `there are no more runs when there were as many steps as there may be`(
    limit: Int,
    runs: Int
  ) {
    let run = Failure.all[3].runs(1)[0]
    var shrinker = Shrinker(run.record, stepLimit: limit)
    var ten = RunRecord()
    ten.steps = Array(repeating: run.record.steps[0], count: 10)

    while shrinker.next() != nil { shrinker.finish(with: ten, hasFailed: false) }

    #expect(shrinker.runs == runs)
  }

  @Test func `what never fails again is what it was`() {
    let run = Failure.all[0].runs(1)[0]
    var shrinker = Shrinker(run.record)

    while shrinker.next() != nil {
      shrinker.finish(with: RunRecord(), hasFailed: false)
    }

    #expect(shrinker.best == run.record)
  }

  @Test func `of runs that are equally simple the first one stays`() {
    let first = RunRecord((1, [1, 2]), (2, [2, 1]), (1, [1]))
    let second = RunRecord((2, [2, 1]), (1, [1, 2]), (2, [2]))
    var shrinker = Shrinker(first)
    #expect(first.complexity == second.complexity)

    while shrinker.next() != nil { shrinker.finish(with: second, hasFailed: true) }

    #expect(shrinker.best == first)
  }

  @Test func `a run of which steps are missing is not simpler`() {
    let run = Failure.all[0].runs(1)[0]
    var shrinker = Shrinker(run.record)
    var short = RunRecord()
    short.isTruncated = true

    while shrinker.next() != nil { shrinker.finish(with: short, hasFailed: true) }

    #expect(shrinker.best == run.record)
  }

  @Test(arguments: UInt64(0)..<20)
  func `it ends even where nothing does what it is asked to`(seed: UInt64) {
    var random = SeededRandomNumberGenerator(seed: seed)
    let program = ToyProgram.rareOrder
    let first = program.run(.random(seed: seed)).record
    var shrinker = Shrinker(first)
    var best = first.complexity

    while shrinker.next() != nil {
      let record = program.run(.random(seed: random.next())).record
      shrinker.finish(with: record, hasFailed: Bool.random(using: &random))
      #expect(shrinker.best.complexity <= best)
      best = shrinker.best.complexity
    }

    #expect(shrinker.runs <= 500)
  }

  @Test func `until a schedule is finished it is the next one`() {
    var shrinker = Shrinker(Failure.all[0].runs(1)[0].record)

    let first = shrinker.next()

    #expect(first != nil)
    #expect(shrinker.next() == first)
  }

  @Test func `what was not asked for changes nothing`() {
    let run = Failure.all[0].runs(1)[0]
    var shrinker = Shrinker(run.record)

    shrinker.finish(with: RunRecord(), hasFailed: true)

    #expect(shrinker.best == run.record)
    #expect(shrinker.runs == 0)
  }

  @Test func `a run without a step cannot be simpler`() {
    var shrinker = Shrinker(RunRecord())

    #expect(shrinker.next() == nil)
  }
}
