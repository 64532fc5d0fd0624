import CSimulationRuntime
import Dependence

/// The tasks, actors and other jobs that have appeared in a simulation. Each of them, and the
/// passing of virtual time, gets a number that identifies it in schedules.
///
/// Runs with the same schedule assign the same numbers. Addresses cannot serve as identifiers,
/// because a new actor may get the address of a deallocated one.
struct Roster: Sendable {
  /// A pointer to a task that the roster has retained. Code that removes it from the roster must
  /// call `release()`.
  struct Object: @unchecked Sendable {
    // Unchecked because the pointer is used only to retain, release, cancel and compare the task.
    let pointer: UnsafeMutableRawPointer

    /// Releases the task. Never call this under a lock, because it may run a deinitializer.
    func release() { simulation_release(pointer) }

    /// Cancels the task. Never call this under a lock, because it runs cancellation handlers.
    func cancel() { simulation_cancel_task(pointer) }
  }

  private struct KnownTask: Sendable {
    let number: Int32
    /// The identifier of the task in the Swift runtime. Unlike an address, it is never reused.
    let identity: UInt64
    /// The identifier of the parent task whose stack frame contains this task, such as an `async
    /// let`, or `nil` for a task that the roster has retained. A task in a frame must not be
    /// retained.
    var frameOwner: UInt64?
    /// Whether the cancellation of the task has already been recorded.
    var isCancelled = false

    var isRetained: Bool { frameOwner == nil }
  }

  private struct KnownActor: Sendable {
    let number: Int32
    weak let actor: (any AnyObject & Sendable)?
  }

  /// The running job, whose code creates a task or an actor.
  typealias Creator = Scheduler.Ready

  private let runtime: any RuntimeReader
  private(set) var participants: [Participant] = []
  private var tasks: [UInt: KnownTask] = [:]
  /// Whether the numbers of tasks are kept after the tasks have ended, because their cancellation
  /// may still be recorded.
  var remembersEndedTasks = false
  /// Maps the runtime's identifiers of tasks that have ended to their numbers.
  private var ended: [UInt64: Int32] = [:]
  private var actors: [UInt: KnownActor] = [:]
  private var sweepThreshold = 64
  private var hasTasksInFrames = false

  init(_ runtime: any RuntimeReader) { self.runtime = runtime }

  /// Registers a new task, which the caller has retained. If the task is already in a queue, it has
  /// a number, and keeps it.
  mutating func add(
    task: UnsafeMutableRawPointer,
    name: String?,
    origin: String?,
    by creator: Creator?
  ) {
    let identity = runtime.identity(of: task)
    let key = UInt(bitPattern: task)
    let known = tasks[key].flatMap { $0.identity == identity ? $0.number : nil }
    let number = known ?? append(.task, by: creator)
    tasks[key] = KnownTask(number: number, identity: identity)
    var new = Participant(number: Int(number), kind: .task, name: name, origin: origin)
    new.parent = creator.map { Int($0.participant) }
    new.creator = creator.map { Int($0.task) }
    new.childOf = runtime.isChild(task) ? creator.map { Int($0.task) } : nil
    participants[Int(number)] = new
  }

  /// Registers the task of the simulation's body. The caller has already enqueued and retained it.
  mutating func retainBody(_ task: UnsafeMutableRawPointer) {
    let identity = runtime.identity(of: task)
    tasks[UInt(bitPattern: task)] = KnownTask(number: 0, identity: identity)
    participants[0] = Participant(number: 0, kind: .task, name: "body")
  }

  /// Returns the number of the task or actor to which a job belongs. Assigns a new number if the
  /// task or actor has none yet.
  mutating func participant(
    of job: UnownedJob,
    _ kind: simulation_job_kind,
    by creator: Creator?
  ) -> Int32 {
    switch kind {
    case simulation_job_task:
      return participant(for: job.pointer, by: creator)
    case simulation_job_continuation:
      return participant(for: runtime.subject(of: job), by: creator)
    case simulation_job_actor:
      return participant(forActorAt: runtime.subject(of: job), by: creator)
    default:
      return append(.job, by: creator)
    }
  }

  func number(of task: UnsafeRawPointer) -> Int32? { tasks[UInt(bitPattern: task)]?.number }

  /// Returns the number of a task, even if the task has ended, or `nil` if the task is unknown.
  func numberOfAny(_ task: UnsafeRawPointer) -> Int32? {
    let identity = runtime.identity(of: task)
    if let known = tasks[UInt(bitPattern: task)], known.identity == identity { return known.number }
    return ended[identity]
  }

  /// Returns the numbers of all child tasks of a task, of their child tasks, and so on.
  func descendants(of task: Int32) -> [Int] {
    var family: Set<Int> = [Int(task)]
    for participant in participants where participant.childOf.map(family.contains) == true {
      family.insert(participant.number)
    }
    family.remove(Int(task))
    return family.sorted()
  }

  /// Returns the numbers of a task and of all tasks and actors that its code created, directly or
  /// indirectly.
  func family(of task: Int32) -> Set<Int32> {
    var family: Set<Int32> = [task]
    for participant in participants {
      guard let creator = participant.creator, family.contains(Int32(creator)) else { continue }
      family.insert(Int32(participant.number))
    }
    return family
  }

  /// Returns the seed for the random numbers of a task. It is derived from the seed of the task's
  /// creator and from the number of tasks that the creator had created before, so it does not
  /// depend on the schedule.
  func seed(of task: Int32, from root: UInt64) -> UInt64 {
    guard task >= 0, let creator = participants[Int(task)].creator, creator < task else {
      return root
    }
    let index = participants[..<Int(task)].count { $0.kind == .task && $0.creator == creator }
    var random = SeededRandomNumberGenerator(
      seed: seed(of: Int32(creator), from: root) ^ UInt64(index)
    )
    return random.next()
  }

  private mutating func participant(for task: UnsafeRawPointer, by creator: Creator?) -> Int32 {
    let key = UInt(bitPattern: task)
    let identity = runtime.identity(of: task)
    if let known = tasks[key], known.identity == identity { return known.number }
    let number = append(.task, by: creator)
    if runtime.isAsyncLet(task) {
      participants[Int(number)].name = "async let"
      participants[Int(number)].childOf = creator.map { Int($0.task) }
      participants[Int(number)].isAsyncLet = true
    }
    // The current task is the parent, whose frame contains the `async let`, because only the parent
    // enqueues an `async let` for the first time.
    let frameOwner = runtime.currentIdentity
    tasks[key] = KnownTask(number: number, identity: identity, frameOwner: frameOwner)
    hasTasksInFrames = true
    return number
  }

  mutating func participant(forActorAt address: UnsafeRawPointer, by creator: Creator?) -> Int32 {
    let key = UInt(bitPattern: address)
    if let known = actors[key], known.actor != nil { return known.number }
    let actor = runtime.actor(at: address)
    let number = append(.actor, by: creator)
    participants[Int(number)].name = String(describing: type(of: actor as AnyObject))
    actors[key] = KnownActor(number: number, actor: actor)
    return number
  }

  mutating func participantForTime() -> Int32 { append(.time, by: nil) }

  /// Returns the numbers of the tasks that have been cancelled since the previous call.
  mutating func findCancelled() -> [Int32] {
    var cancelled: [Int32] = []
    for (key, known) in tasks where !known.isCancelled {
      let task = UnsafeMutableRawPointer(bitPattern: key)!
      guard runtime.isCancelled(task) else { continue }
      tasks[key]!.isCancelled = true
      cancelled.append(known.number)
    }
    return cancelled.sorted()
  }

  private mutating func append(_ kind: Participant.Kind, by creator: Creator?) -> Int32 {
    let (number, parent) = (participants.count, creator.map { Int($0.participant) })
    let task = creator.map { Int($0.task) }
    participants.append(Participant(number: number, kind: kind, parent: parent, creator: task))
    return Int32(number)
  }

  var count: Int { participants.count }

  func isActor(_ participant: Int32) -> Bool { participants[Int(participant)].kind == .actor }

  /// Removes the task that `job` has just run from the roster if the task has ended. If the roster
  /// had retained it, the result contains the task so that the caller can release it.
  mutating func removeTaskIfEnded(of job: UnownedJob) -> (hasEnded: Bool, object: Object?) {
    guard runtime.hasEnded(job.pointer),
      let known = tasks.removeValue(forKey: UInt(bitPattern: job.pointer))
    else { return (false, nil) }
    if remembersEndedTasks { ended[known.identity] = known.number }
    if hasTasksInFrames { removeTasks(inFramesOf: [known.identity]) }
    return (true, known.isRetained ? Object(pointer: job.pointer) : nil)
  }

  /// Removes tasks that have ended from the roster, and returns them so that the caller can release
  /// them. Called after an actor has run, because an actor can run several tasks to their ends.
  ///
  /// If there are more than 64 tasks, this function does nothing until their number has doubled
  /// since the previous search, because it examines each task.
  mutating func sweep() -> [(number: Int32, object: Object?)] {
    guard tasks.count <= 64 || tasks.count > sweepThreshold else { return [] }
    var ended: [(number: Int32, object: Object?)] = []
    var identities: Set<UInt64> = []
    for (key, known) in tasks {
      let task = UnsafeMutableRawPointer(bitPattern: key)!
      guard runtime.hasEnded(task) else { continue }
      tasks[key] = nil
      identities.insert(known.identity)
      if remembersEndedTasks { self.ended[known.identity] = known.number }
      ended.append((known.number, known.isRetained ? Object(pointer: task) : nil))
    }
    if hasTasksInFrames { removeTasks(inFramesOf: identities) }
    sweepThreshold = max(64, 2 * tasks.count)
    return ended.sorted { $0.number < $1.number }
  }

  /// Removes tasks that were stored in the stack frames of ended tasks, because these frames no
  /// longer exist.
  private mutating func removeTasks(inFramesOf ended: Set<UInt64>) {
    var owners = ended
    while !owners.isEmpty {
      let removed = tasks.filter { _, known in known.frameOwner.map(owners.contains) ?? false }
      for key in removed.keys { tasks[key] = nil }
      owners = Set(removed.values.map(\.identity))
    }
  }

  var taskCount: Int { tasks.count }

  /// The tasks that have not ended, in the order of their numbers.
  var unfinished: [(number: Int, object: Object?)] {
    tasks
      .compactMap { address, known in
        let task = UnsafeMutableRawPointer(bitPattern: address)!
        guard !runtime.hasEnded(task) else { return nil }
        return (Int(known.number), known.isRetained ? Object(pointer: task) : nil)
      }
      .sorted { $0.number < $1.number }
  }

  /// Maps the number of each unfinished task to a description of the event that the task is waiting
  /// for. Read this property only while no task is running.
  var waits: [Int: TaskWait] {
    var waits: [Int: TaskWait] = [:]
    let unfinished = tasks.filter { key, _ in
      !runtime.hasEnded(UnsafeRawPointer(bitPattern: key)!)
    }
    for (key, known) in unfinished {
      let task = UnsafeRawPointer(bitPattern: key)!
      let wait = runtime.wait(of: task)
      waits[Int(known.number), default: TaskWait()].depth = Int(wait.depth)
      waits[Int(known.number)]!.function = CodeAddress(functions: wait.functions).description
      for waiter in runtime.waiters(for: task) {
        guard let number = tasks[UInt(bitPattern: waiter)]?.number else { continue }
        waits[Int(number), default: TaskWait()].task = Int(known.number)
      }
      if let owner = runtime.groupOwner(of: task),
        let number = tasks[UInt(bitPattern: owner)]?.number
      {
        waits[Int(number), default: TaskWait()].children.append(Int(known.number))
      }
    }
    return waits
  }

  mutating func removeAll() -> [Object] {
    defer { tasks = [:] }
    return tasks.compactMap { address, known in
      known.isRetained ? Object(pointer: UnsafeMutableRawPointer(bitPattern: address)!) : nil
    }
  }

  func task(_ number: Int) -> SimulatedTask {
    let participant = participants[number]
    return SimulatedTask(number: number, name: participant.name, origin: participant.origin)
  }
}
