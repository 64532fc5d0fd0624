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

    /// Removes ended tasks from the roster and returns their numbers.
    func sweep() -> [Int32] { roster.sweep().map(\.number) }

    private func add(_ task: Task<Void, Never>) {
      let pointer = unsafeBitCast(task, to: UnsafeMutableRawPointer.self)
      roster.add(task: pointer, name: nil, origin: nil, by: nil)
    }
  }

  @Test func `a roster of up to 64 tasks removes ended tasks immediately`() async {
    let company = Company()
    company.addSleepers(62)
    await company.addEnded()
    await company.addEnded()

    let first = company.sweep()
    await company.addEnded()
    await company.addEnded()
    let second = company.sweep()

    #expect(first == [62, 63])
    #expect(second == [64, 65])
    #expect(company.roster.taskCount == 62)
    #expect(company.sweep() == [])
  }

  @Test func `a roster of more than 64 tasks removes ended ones only after it doubles`() async {
    let company = Company()
    #expect(company.sweep() == [])
    company.addSleepers(64)
    await company.addEnded()
    let first = company.sweep()

    await company.addEnded()
    let among65 = company.sweep()
    company.addSleepers(63)
    let among128 = company.sweep()
    company.addSleepers(1)
    let among129 = company.sweep()

    #expect(first == [64])
    #expect([among65, among128, among129] == [[], [], [65]])
    #expect(company.roster.unfinished.map(\.number) == Array(0..<64) + Array(66..<130))
  }

  @Test func `a task without a name or an origin is listed with its number`() async {
    let company = Company()
    company.addSleepers(1)

    let roster = company.roster

    #expect(roster.participants == [Participant(number: 0, kind: .task)])
    #expect(roster.task(0) == SimulatedTask(number: 0, name: nil, origin: nil))
    #expect(roster.count == 1 && roster.taskCount == 1)
  }
}
