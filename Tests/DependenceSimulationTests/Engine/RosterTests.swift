import CSimulationRuntime
@testable import DependenceSimulation
import Testing

struct RosterTests {
  /// A roster with tasks that sleep until they are cancelled.
  private final class Company {
    var roster = Roster(SwiftRuntime())
    private var sleepers: [Task<Void, Never>] = []
    private var ended: [Task<Void, Never>] = []

    deinit { for sleeper in sleepers { sleeper.cancel() } }

    func addSleepers(_ count: Int) {
      for _ in 0..<count {
        let sleeper = Task { () -> Void in try? await Task.sleep(for: .seconds(86_400)) }
        sleepers.append(sleeper)
        add(sleeper)
      }
    }

    func addEnded() async {
      let task = Task {}
      await task.value
      ended.append(task)
      add(task)
    }

    /// Removes ended tasks from the roster and returns their identifiers.
    func sweep() -> [Int32] { roster.sweep().map(\.id) }

    private func add(_ task: Task<Void, Never>) {
      let pointer = unsafeBitCast(task, to: UnsafeMutableRawPointer.self)
      roster.add(task: pointer, name: nil, origin: nil, by: nil)
    }
  }

  @Test func `a small roster removes ended tasks immediately`() async {
    let company = Company()
    company.addSleepers(2)
    await company.addEnded()
    await company.addEnded()

    let first = company.sweep()
    await company.addEnded()
    let second = company.sweep()

    #expect(first == [2, 3])
    #expect(second == [4])
    #expect(company.roster.taskCount == 2)
    #expect(company.sweep() == [])
  }

  @Test func `a large roster removes ended tasks before they outnumber the others`() async {
    let company = Company()
    company.addSleepers(100)
    var removed: [Int32] = []
    var largest = 0
    for _ in 0..<500 {
      await company.addEnded()
      removed += company.sweep()
      largest = max(largest, company.roster.taskCount)
    }

    #expect(largest < 250)
    #expect(removed == Array(100..<Int32(100 + removed.count)))
    #expect(company.roster.unfinished.map(\.id) == Array(0..<100))
  }

  @Test func `a task without a name or an origin is listed with its number`() async {
    let company = Company()
    company.addSleepers(1)

    let roster = company.roster

    #expect(roster.participants == [Participant(id: 0, kind: .task)])
    #expect(roster.task(0) == SimulatedTask(number: 0, name: nil, origin: nil))
    #expect(roster.count == 1 && roster.taskCount == 1)
  }

  /// A timer that restarts itself creates such a chain of tasks.
  @Test func `the seed of a task at the end of a long chain of creators is found at once`() {
    var roster = Roster(SwiftRuntime())
    let job = unsafeBitCast(UInt(16), to: UnownedJob.self)
    var last = roster.participant(of: job, simulation_job_other, by: nil)
    for _ in 0..<200_000 {
      let creator = Scheduler.Ready(job: job, participant: last)
      last = roster.participant(of: job, simulation_job_other, by: creator)
    }

    #expect(roster.seed(of: 0, from: 7) == 7)
    #expect(roster.seed(of: nil, from: 7) != 7)
    #expect(roster.seed(of: last, from: 7) != 7)
    #expect(roster.seed(of: last, from: 7) != roster.seed(of: last - 1, from: 7))
  }
}
