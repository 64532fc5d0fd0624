import CSimulationRuntime
@testable import DependenceSimulation
import Testing

/// A runtime in which every job is an unfinished task whose priority is its address.
private struct TableRuntime: RuntimeReader {
  private final class Actor: Sendable {}

  func kind(of job: UnownedJob) -> simulation_job_kind { simulation_job_task }
  func target(of job: UnownedJob) -> UnsafeRawPointer { UnsafeRawPointer(job.pointer) }
  func priority(of job: UnownedJob) -> UInt8 { UInt8(UInt(bitPattern: job.pointer)) }
  func basePriority(of task: UnsafeRawPointer) -> UInt8 { UInt8(UInt(bitPattern: task)) }
  var currentTask: UnsafeRawPointer? { nil }
  func runtimeID(of task: UnsafeRawPointer) -> UInt64 { UInt64(UInt(bitPattern: task)) }
  func hasEnded(_ task: UnsafeRawPointer) -> Bool { false }
  func isCancelled(_ task: UnsafeRawPointer) -> Bool { false }
  func relations(of task: UnsafeRawPointer) -> simulation_relations { simulation_relations() }
  func wait(of task: UnsafeRawPointer) -> simulation_wait { simulation_wait() }
  func waiters(for task: UnsafeRawPointer) -> [UnsafeRawPointer] { [] }
  func actor(at address: UnsafeRawPointer) -> any AnyObject & Sendable { Actor() }
  func holder(of lock: simulation_lock) -> UInt32 { 0 }
}

struct SchedulerTests {
  private func scheduler(
    time: SimulationOption.Time = .whenIdle,
    stepLimit: Int = 100,
    schedule: Schedule = .fifo
  ) -> Scheduler {
    Scheduler(schedule, time: time, stepLimit: stepLimit, runtime: TableRuntime())
  }

  /// A job that is never run.
  private func job(_ number: UInt) -> UnownedJob {
    unsafeBitCast(16 * number, to: UnownedJob.self)
  }

  private func number(of job: UnownedJob) -> UInt { unsafeBitCast(job, to: UInt.self) / 16 }

  /// Returns a description of the next action, with the time at which it happens.
  private func next(_ scheduler: inout Scheduler, clocks: Duration? = nil) -> String {
    let action = scheduler.next { clocks }
    let text =
      switch action {
      case .wake(let jobs): "wake \(jobs.map(number))"
      case .endPause: "resume"
      case .ring: "ring"
      case .end(let ending): "\(ending)"
      case .run(let ready): "run \(number(of: ready.job))"
      case .runOnActor(let job, _): "run \(number(of: job)) on an actor"
      case .hop, .cancel, .resume: "other"
      }
    return "\(text) at \(scheduler.now.text)"
  }

  @Test func `the schedule chooses among the runnable tasks`() {
    var scheduler = scheduler(schedule: .choices([2, 1]))
    for number in 1...3 { scheduler.enqueue(job(UInt(number)), at: .pool) }
    var actions: [String] = []
    var choices: [Int?] = []
    for _ in 0..<4 {
      actions.append(next(&scheduler))
      choices.append(scheduler.takeChoice())
      _ = scheduler.finishJob()
      scheduler.finishStep(uses: [])
    }

    #expect(actions == ["run 3 at 0 s", "run 2 at 0 s", "run 1 at 0 s", "deadlock at 0 s"])
    #expect(choices == [2, 1, nil, nil])
    #expect(scheduler.log.steps.map(\.candidates) == [[0, 1, 2], [0, 1], [0]])
  }

  @Test func `an actor runs one task at a time, in order of priority`() {
    var scheduler = scheduler()
    let address = UnsafeMutableRawPointer(bitPattern: 0x1000)!
    let actor = simulation_executor(identity: address, implementation: nil)
    for number in [1, 3, 2] { scheduler.enqueue(job(UInt(number)), on: actor) }
    var actions: [String] = []
    for _ in 0..<4 {
      actions.append(next(&scheduler))
      _ = scheduler.finishJob()
      scheduler.finishStep(uses: [])
    }

    #expect(
      actions == [
        "run 3 on an actor at 0 s", "run 2 on an actor at 0 s", "run 1 on an actor at 0 s",
        "deadlock at 0 s",
      ]
    )
    #expect(scheduler.log.steps.map(\.candidates.count) == [1, 1, 1])
  }

  @Test func `time advances to the next deadline and wakes all timers that are due`() {
    var scheduler = scheduler()
    scheduler.addTimer(job(1), at: .seconds(2))
    scheduler.addTimer(job(2), at: .seconds(1))
    scheduler.addTimer(job(3), at: .seconds(1))

    #expect(next(&scheduler, clocks: .seconds(3)) == "wake [2, 3] at 1 s")
    scheduler.addTimer(job(4), at: .zero)
    #expect(next(&scheduler, clocks: .milliseconds(1_500)) == "wake [4] at 1 s")
    #expect(next(&scheduler, clocks: .milliseconds(1_500)) == "wake [] at 1.5 s")
    #expect(next(&scheduler, clocks: .seconds(2)) == "wake [1] at 2 s")
    #expect(next(&scheduler) == "deadlock at 2 s")
    #expect(scheduler.stepCount == 0)
  }

  @Test func `virtual time does not advance in manual mode, or after the body has returned`() {
    var manual = scheduler(time: .manual)
    var over = scheduler()
    manual.addTimer(job(1), at: .seconds(2))
    over.addTimer(job(1), at: .seconds(2))
    over.hasReturned = true

    #expect(next(&manual, clocks: .seconds(1)) == "deadlock at 0 s")
    #expect(next(&over, clocks: .seconds(1)) == "returned at 0 s")
  }

  @Test(arguments: [SimulationOption.Time.whenIdle, .manual, .anytime])
  func `a pause ends after all timers due by its target have fired`(
    time: SimulationOption.Time
  ) async {
    var actions: [String] = []
    var rest: [UnsafeContinuation<Void, Never>] = []
    await withUnsafeContinuation { continuation in
      var scheduler = scheduler(time: time)
      scheduler.addTimer(job(1), at: .seconds(3))
      scheduler.addTimer(job(2), at: .seconds(4))
      for target in [5, 3] {
        scheduler.add(Scheduler.Pause(target: .seconds(target), continuation: continuation))
      }
      actions = [2, 5, 5, 9, 9].map { next(&scheduler, clocks: .seconds($0)) }
      actions.append(next(&scheduler, clocks: .seconds(5) + .nanoseconds(1)))
      rest = scheduler.takePauses().map(\.continuation)
      continuation.resume()
    }

    #expect(
      actions == [
        "wake [] at 2 s", "wake [1] at 3 s", "resume at 3 s", "wake [2] at 4 s",
        "resume at 5 s", time == .manual ? "deadlock at 5 s" : "wake [] at 5 s",
      ]
    )
    #expect(rest.isEmpty)
  }

  @Test func `in anytime mode, each advance of time is a step`() {
    var scheduler = scheduler(time: .anytime, stepLimit: 2)
    scheduler.addTimer(job(1), at: .seconds(1))

    #expect(next(&scheduler) == "wake [1] at 1 s")
    #expect(scheduler.finishJob().isEmpty)
    scheduler.finishStep(uses: .time)
    #expect(next(&scheduler, clocks: .seconds(2)) == "wake [] at 2 s")
    #expect(scheduler.finishJob().isEmpty)
    scheduler.finishStep(uses: [])
    #expect(next(&scheduler, clocks: .seconds(3)) == "livelock at 2 s")
    #expect(next(&scheduler) == "deadlock at 2 s")
    #expect(
      scheduler.log.steps
        == [0, 1].map {
          Step(participant: 0, time: .seconds($0), candidates: [0], choice: 0, participantCount: 1)
        }
    )
    #expect(scheduler.roster.participants.map(\.kind) == [.time])
  }

  @Test func `alarms fire one at a time when nothing else can happen`() {
    var scheduler = scheduler()
    scheduler.addTimer(job(1), at: .zero)
    let ids = (0..<3).map { _ in scheduler.addAlarm {} }

    let isCancelled = [2, 2, 9].map { scheduler.cancelAlarm($0) != nil }

    // The timer has the identifier 0.
    #expect(ids == [1, 2, 3])
    #expect(isCancelled == [true, false, false])
    #expect(
      (0..<4).map { _ in next(&scheduler) } == [
        "wake [1] at 0 s", "ring at 0 s", "ring at 0 s", "deadlock at 0 s",
      ]
    )
  }

  @Test func `a run can continue with an alarm, or with a timer unless time is manual`() {
    var (idle, manual) = (scheduler(), scheduler(time: .manual))
    #expect(!idle.canContinue && !manual.canContinue)
    idle.addTimer(job(1), at: .seconds(1))
    manual.addTimer(job(1), at: .seconds(1))
    #expect(idle.canContinue && !manual.canContinue)

    let alarm = manual.addAlarm {}
    let canRing = manual.canContinue
    _ = manual.cancelAlarm(alarm)

    #expect(canRing && !manual.canContinue)
  }

  @Test func `closing the scheduler returns the pending timers`() {
    var scheduler = scheduler()
    for number in 1...3 { scheduler.addTimer(job(UInt(number)), at: .seconds(4 - number)) }
    _ = scheduler.addAlarm {}

    let closed = scheduler.close()

    #expect(closed.timers.map(number) == [3, 2, 1])
    #expect(closed.jobs.isEmpty && closed.pauses.isEmpty)
    #expect(!scheduler.canContinue)
    #expect(next(&scheduler) == "deadlock at 0 s")
  }

  @Test func `a run can continue while a task advances its time`() async {
    var canContinue: [Bool] = []
    await withUnsafeContinuation { continuation in
      var scheduler = scheduler(time: .manual)
      scheduler.add(Scheduler.Pause(target: .zero, continuation: continuation))
      canContinue.append(scheduler.canContinue)
      for pause in scheduler.takePauses() { pause.continuation.resume() }
      canContinue.append(scheduler.canContinue)
    }

    #expect(canContinue == [true, false])
  }

  @Test func `timers are ordered by deadline, then by creation`() {
    func timer(_ deadline: Int, _ id: Int) -> Scheduler.Timer {
      Scheduler.Timer(deadline: .seconds(deadline), id: id, job: job(1), sleeper: nil)
    }
    let first = timer(1, 2)

    #expect([timer(2, 0), timer(1, 3), first].sorted().map(\.id) == [2, 3, 0])
    #expect(first == timer(9, 2) && first != timer(1, 3))
    #expect(!(first < first))
  }
}
