@testable import DependenceSimulation

/// A run of a program, and its final state.
struct ToyRun: Sendable {
  var record: RunRecord
  var state: ToyState
}

extension ToyProgram {
  func run(_ schedule: Schedule, stepLimit: Int = 10_000) -> ToyRun {
    var machine = ToyMachine(self, schedule)
    return machine.run(stepLimit: stepLimit)
  }
}

/// A machine that runs a program as the Swift runtime runs tasks. Each actor is a participant of
/// its own, which runs all waiting calls to the actor in one step.
private struct ToyMachine {
  private enum Job {
    case task(Int, executor: Step.Executor)
    case calls(actor: Int)
    case post(actor: Int, Int)
  }

  private let program: ToyProgram
  private var chooser: Chooser
  private var record = RunRecord()
  private var state: ToyState
  private var step = Step(participant: 0, candidates: [], choice: 0)
  /// The decisions made in the current step.
  private var decisions: [Step] = []
  private var ready: [(participant: Int, job: Job)] = []
  private var taskNumbers: [Int: Int] = [:]
  private var actorNumbers: [Int: Int] = [:]
  private var calls: [Int: [(task: Int, value: Int)]] = [:]
  private var waiting: [Int: [Int]] = [:]
  private var happened: Set<Int> = []
  private var finished: Set<Int> = []
  private var sleepers: [(deadline: Int, task: Int)] = []
  /// The task that has just arrived on the main actor.
  private var arrival: Int?
  private var hasEnded = false

  init(_ program: ToyProgram, _ schedule: Schedule) {
    self.program = program
    chooser = Chooser(schedule)
    state = ToyState(
      registers: program.tasks.map { _ in 0 },
      progress: program.tasks.map { _ in 0 }
    )
    for task in 0..<(program.started ?? program.tasks.count) { spawn(task, parent: nil) }
  }

  mutating func run(stepLimit: Int) -> ToyRun {
    while !hasEnded {
      if ready.isEmpty, !wakeSleepers() { break }
      if record.steps.count == stepLimit {
        record.ending = .livelock
        break
      }
      takeStep()
    }
    if !hasEnded, record.ending == .returned, !isEverybodyDone { record.ending = .deadlock }
    record.end = .seconds(state.time)
    return ToyRun(record: record, state: state)
  }

  private var isEverybodyDone: Bool {
    finished.count == taskNumbers.count
  }

  private mutating func takeStep() {
    let candidates = ready.map(\.participant)
    let choice = chooser.choose(among: candidates)
    let (participant, job) = ready.remove(at: choice)
    step = Step(
      participant: participant,
      candidates: candidates,
      choice: choice,
      participantCount: record.participants.count
    )
    step.time = .seconds(state.time)
    switch job {
    case .task(let task, let executor):
      step.executor = executor
      arrival = executor == .mainActor ? task : nil
      step.ending = go(on: task)
    case .calls(let actor):
      let calls = calls.removeValue(forKey: actor) ?? []
      step.joinedQueues = [participant]
      state.logs[actor, default: []].append(calls.map(\.value))
      for call in calls { enqueue(call.task) }
    case .post(let actor, let value):
      // Each posted number is a separate job. The schedule determines the order in which the actor
      // runs its jobs.
      step.joinedQueues = [participant]
      state.logs[actor, default: []].append([value])
    }
    record.steps.append(step)
    record.steps += decisions
    decisions = []
  }

  private mutating func go(on task: Int) -> Step.Ending {
    while state.progress[task] < program.tasks[task].count {
      let operation = program.tasks[task][state.progress[task]]
      state.progress[task] += 1
      if let ending = perform(operation, of: task) { return ending }
    }
    finished.insert(task)
    if task == 0, program.endsWithFirst { hasEnded = true }
    return .finished
  }

  private mutating func perform(_ operation: ToyProgram.Operation, of task: Int) -> Step.Ending? {
    switch operation {
    case .yield:
      enqueue(task)
      return .runnable
    case .load(let variable):
      state.registers[task] = state.variables[variable] ?? 0
    case .store(let variable, let number):
      state.variables[variable] = state.registers[task] + number
    case .only(let number, let count):
      if state.registers[task] != number { state.progress[task] += count }
    case .choose(let limit):
      let participant = step.participant
      let choice = chooser.decide(for: participant, among: limit)
      var decision = Step(participant: participant, candidates: [participant], choice: choice)
      decision.decision = Decision(name: "number", value: "\(choice)", count: limit)
      decisions.append(decision)
      state.registers[task] = choice
    case .wait(let event):
      step.uses = .streams
      if happened.contains(event) { return nil }
      waiting[event, default: []].append(task)
      return .suspended
    case .happen(let event):
      step.uses = .streams
      happened.insert(event)
      for task in waiting.removeValue(forKey: event) ?? [] { enqueue(task) }
    case .send(let value):
      step.uses = .streams
      state.streamLog.append(value)
    case .call(let actor, let value):
      step.joinedQueues.append(number(ofActor: actor))
      let isNew = calls[actor] == nil
      calls[actor, default: []].append((task, value))
      // A call to an actor that is already runnable wakes nothing.
      if isNew { enqueue(.calls(actor: actor), of: number(ofActor: actor)) }
      return .suspended
    case .post(let actor, let value):
      step.joinedQueues.append(number(ofActor: actor))
      enqueue(.post(actor: actor, value), of: number(ofActor: actor))
    case .main(let value):
      if arrival != task {
        // The operation is performed again after the task has arrived on the main actor.
        state.progress[task] -= 1
        enqueue(.task(task, executor: .mainActor), of: step.participant)
        return .runnable
      }
      arrival = nil
      state.mainLog.append(value)
    case .spawn(let task):
      spawn(task, parent: step.participant)
    case .sleep(let seconds):
      sleepers.append((state.time + seconds, task))
      return .suspended
    }
    return nil
  }

  private mutating func spawn(_ task: Int, parent: Int?) {
    guard taskNumbers[task] == nil else { return }
    let number = appear(.task, parent: parent)
    taskNumbers[task] = number
    enqueue(task)
  }

  private mutating func number(ofActor actor: Int) -> Int {
    if let number = actorNumbers[actor] { return number }
    let number = appear(.actor, parent: nil)
    actorNumbers[actor] = number
    return number
  }

  private mutating func appear(_ kind: Participant.Kind, parent: Int?) -> Int {
    let number = record.participants.count
    record.participants.append(Participant(id: number, kind: kind, parent: parent))
    return number
  }

  private mutating func enqueue(_ task: Int) {
    enqueue(.task(task, executor: .pool), of: taskNumbers[task]!)
  }

  private mutating func enqueue(_ job: Job, of participant: Int) {
    ready.append((participant, job))
    step.woke.append(participant)
  }

  /// Advances the time to the first deadline and wakes the tasks that sleep until then. Returns
  /// `false` if no task is asleep.
  private mutating func wakeSleepers() -> Bool {
    guard let deadline = sleepers.map(\.deadline).min() else { return false }
    state.time = deadline
    for sleeper in sleepers where sleeper.deadline == deadline { enqueue(sleeper.task) }
    sleepers.removeAll { $0.deadline == deadline }
    return true
  }
}
