import Dependence
@testable import DependenceSimulation
import Testing

struct ShrinkerTests {
  /// A failure that occurs in some schedules of a program.
  struct Failure: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let program: ToyProgram
    /// The smallest number of context switches, according to a search of all schedules.
    let switches: Int
    let hasFailed: @Sendable (ToyRun) -> Bool

    /// Returns the first `count` failing runs of random schedules.
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
  func `the expected number of context switches is the minimum over all schedules`(failure: Failure)
  {
    let failing = ToyExploration(failure.program, limit: 40_000).runs.filter(failure.hasFailed)

    #expect(failing.map(\.record.contextSwitches).min() == failure.switches)
  }

  @Test(arguments: Failure.all)
  func `a failing run is shrunk to the fewest context switches`(failure: Failure) {
    for run in failure.runs(10) {
      let shrinker = shrink(run, of: failure)

      #expect(shrinker.best.contextSwitches == failure.switches)
      #expect(shrinker.best.complexity <= run.record.complexity)
      #expect(shrinker.runs <= 100)
      #expect(failure.hasFailed(failure.program.run(.replay(ReplayToken(shrinker.best)))))
    }
  }

  @Test(arguments: Failure.all)
  func `a shrunk run cannot be shrunk further`(failure: Failure) {
    for run in failure.runs(100) {
      let shrinker = shrink(run, of: failure)
      let again = shrink(failure.program.run(.order(shrinker.best.turns)), of: failure)

      #expect(again.best.complexity == shrinker.best.complexity)
    }
  }

  @Test func `a long run can be shrunk`() {
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

  @Test(arguments: [0, 1, 7]) func `shrinking does not exceed its run limit`(limit: Int) {
    let failure = Failure.all[3]
    let run = failure.runs(1)[0]

    let shrinker = shrink(run, of: failure, limit: limit)

    #expect(shrinker.runs == limit)
    #expect(shrinker.best.complexity <= run.record.complexity)
    #expect(limit > 0 || shrinker.best == run.record)
  }

  @Test(arguments: [(0, 0), (1, 1), (10, 1), (11, 2), (20, 2), (21, 3)])
  func `shrinking stops when it reaches its step limit`(
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

  @Test func `a run is unchanged if no simpler run fails`() {
    let run = Failure.all[0].runs(1)[0]
    var shrinker = Shrinker(run.record)

    while shrinker.next() != nil {
      shrinker.finish(with: RunRecord(), hasFailed: false)
    }

    #expect(shrinker.best == run.record)
  }

  @Test func `of equally simple runs, the first one is kept`() {
    let first = RunRecord((1, [1, 2]), (2, [2, 1]), (1, [1]))
    let second = RunRecord((2, [2, 1]), (1, [1, 2]), (2, [2]))
    var shrinker = Shrinker(first)
    #expect(first.complexity == second.complexity)

    while shrinker.next() != nil { shrinker.finish(with: second, hasFailed: true) }

    #expect(shrinker.best == first)
  }

  @Test func `a truncated run is never simpler`() {
    let run = Failure.all[0].runs(1)[0]
    var shrinker = Shrinker(run.record)
    var short = RunRecord()
    short.isTruncated = true

    while shrinker.next() != nil { shrinker.finish(with: short, hasFailed: true) }

    #expect(shrinker.best == run.record)
  }

  @Test(arguments: UInt64(0)..<20)
  func `shrinking ends even if the program ignores the requested schedules`(seed: UInt64) {
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

  @Test func `next returns the same schedule until it is finished`() {
    var shrinker = Shrinker(Failure.all[0].runs(1)[0].record)

    let first = shrinker.next()

    #expect(first != nil)
    #expect(shrinker.next() == first)
  }

  @Test func `a result that was not requested is ignored`() {
    let run = Failure.all[0].runs(1)[0]
    var shrinker = Shrinker(run.record)

    shrinker.finish(with: RunRecord(), hasFailed: true)

    #expect(shrinker.best == run.record)
    #expect(shrinker.runs == 0)
  }

  @Test func `a run without steps cannot be shrunk`() {
    var shrinker = Shrinker(RunRecord())

    #expect(shrinker.next() == nil)
  }
}
