import CSimulationRuntime
import Dependence

/// A list of everything that a schedule can choose to run next: the tasks, actors and other jobs
/// that have appeared in a simulation, and the advance of virtual time. Each of them is called a
/// *participant*, and its index in the list is its identifier.
///
/// Runs with the same schedule assign the same identifiers. Memory addresses cannot serve as
/// identifiers, because they differ between runs, and a new actor may get the address of a
/// deallocated one.
struct Roster: Sendable {
  /// A pointer to a task. The roster retains all tasks except those that are stored in a stack
  /// frame. Code that removes a retained task from the roster must call `release()` on this
  /// pointer.
  struct Object: @unchecked Sendable {
    // `Object` is `@unchecked Sendable` because this pointer is used only to retain, release and
    // cancel the task. These operations are safe on any thread.
    let pointer: UnsafeRawPointer

    func retain() { _ = Unmanaged<AnyObject>.fromOpaque(pointer).retain() }

    /// Releases the task. Never call this method while holding a lock, because it may run a
    /// deinitializer that needs the same lock.
    func release() { Unmanaged<AnyObject>.fromOpaque(pointer).release() }

    /// Cancels the task. Never call this method while holding a lock, because it runs cancellation
    /// handlers, which may need the same lock.
    func cancel() { simulation_cancel_task(UnsafeMutableRawPointer(mutating: pointer)) }
  }

  private struct KnownTask: Sendable {
    let id: Int32
    let object: Object
    /// The task's identifier in the Swift runtime. Unlike an address, it is never reused.
    let runtimeID: UInt64
    /// The parent task's identifier in the Swift runtime if this task is stored in the parent's
    /// stack frame, as an `async let` is. Such a task must not be retained. For all other tasks,
    /// which the roster has retained, this property is `nil`.
    var frameOwner: UInt64?
    /// Whether `findCancelled()` has already returned this task. It returns each cancelled task
    /// only once.
    var isCancelled = false

    /// The task if the roster has retained it, and `nil` otherwise.
    var retained: Object? { frameOwner == nil ? object : nil }
  }

  private struct KnownActor: Sendable {
    let id: Int32
    weak let actor: (any AnyObject & Sendable)?
  }

  /// The identity of a task group, used as a dictionary key: the identifier of the task that owns
  /// the group, together with the group's address. If a task creates two groups at the same
  /// address, one after the other, the roster treats them as the same group.
  private struct Group: Hashable, Sendable {
    let owner: Int32
    let address: UInt
  }

  /// A participant's position in the tree of creators, where each participant's parent is the task
  /// that created it. Unlike the participant's identifier, the position does not depend on the
  /// schedule.
  private struct Lineage: Sendable {
    /// A hash of the creator's own hash and of the number of tasks that the creator had already
    /// created. It is 0 if the participant was created outside the simulation or if its creator is
    /// unknown.
    var hash: UInt64 = 0
    /// The number of tasks that this participant has created.
    var taskCount: UInt64 = 0
  }

  /// The job that was running when a task or actor was created, and that therefore created it.
  typealias Creator = Scheduler.Ready

  private let runtime: any RuntimeReader
  private(set) var participants: [Participant] = []
  /// The position of each participant in the tree of creators, indexed by identifier.
  private var lineages: [Lineage] = []
  private var tasks: [UInt: KnownTask] = [:]
  /// A dictionary that maps the Swift runtime's identifier of each ended task to the task's
  /// identifier in this roster. The entries are kept because code can still cancel, await or crash
  /// an ended task.
  private var endedIDs: [UInt64: Int32] = [:]
  private var actors: [UInt: KnownActor] = [:]
  private var groups: [Group: Int] = [:]
  private var sweepThreshold = 64

  init(_ runtime: any RuntimeReader) { self.runtime = runtime }

  /// Registers a new task, which the caller must have retained. If the task was enqueued before
  /// this call, it keeps the identifier that it got then.
  mutating func add(
    task: UnsafeMutableRawPointer,
    name: String?,
    origin: String?,
    by creator: Creator?
  ) {
    let runtimeID = runtime.runtimeID(of: task)
    let key = UInt(bitPattern: task)
    let known = tasks[key].flatMap { $0.runtimeID == runtimeID ? $0.id : nil }
    let id = known ?? append(.task, by: creator)
    tasks[key] = KnownTask(id: id, object: Object(pointer: task), runtimeID: runtimeID)
    var new = Participant(id: Int(id), kind: .task, name: name, origin: origin)
    new.parent = creator.map { Int($0.participant) }
    new.creator = creator.map { Int($0.task) }
    let relations = runtime.relations(of: task)
    new.childOf = relations.is_child ? creator.map { Int($0.task) } : nil
    if let group = relations.group, let owner = relations.group_owner.flatMap({ self.id(of: $0) }) {
      new.group = self.id(ofGroup: group, of: owner)
    }
    participants[Int(id)] = new
  }

  /// Returns the identifier of a task group that the task `owner` created, assigning a new one if
  /// necessary.
  mutating func id(ofGroup group: UnsafeRawPointer, of owner: Int32) -> Int {
    let key = Group(owner: owner, address: UInt(bitPattern: group))
    let id = groups[key] ?? groups.count
    groups[key] = id
    return id
  }

  /// Records that a task injects a fault: when the schedule runs it, it cancels or crashes an
  /// operation of the test.
  mutating func markFault(_ task: Int32) { participants[Int(task)].injectsFault = true }

  /// Returns the identifier of the task or actor that a job belongs to, assigning a new one if
  /// necessary. A job that belongs to neither a task nor an actor always gets a new identifier.
  mutating func participant(
    of job: UnownedJob,
    _ kind: simulation_job_kind,
    by creator: Creator?
  ) -> Int32 {
    if let task = runtime.task(of: job, kind) { return participant(for: task, by: creator) }
    guard kind == simulation_job_actor else { return append(.job, by: creator) }
    return participant(forActorAt: runtime.target(of: job), by: creator)
  }

  func id(of task: UnsafeRawPointer) -> Int32? { tasks[UInt(bitPattern: task)]?.id }

  /// Returns the identifier of a task, even if the task has ended, or `nil` if the task is unknown.
  func id(ofPossiblyEnded task: UnsafeRawPointer) -> Int32? {
    let runtimeID = runtime.runtimeID(of: task)
    if let known = tasks[UInt(bitPattern: task)], known.runtimeID == runtimeID { return known.id }
    return endedIDs[runtimeID]
  }

  /// Returns the identifiers of a task and of all participants linked to it, directly or
  /// indirectly. For the link `childOf`, the linked participants are the task's child tasks, their
  /// child tasks, and so on. For the link `creator`, they are the tasks and actors that the task's
  /// code created, those that these tasks created, and so on.
  func family(of task: Int32, by link: KeyPath<Participant, Int?>) -> Set<Int> {
    var family: Set<Int> = [Int(task)]
    for participant in participants {
      guard let origin = participant[keyPath: link], family.contains(origin) else { continue }
      family.insert(participant.id)
    }
    return family
  }

  /// Returns the seed for a task's random numbers. The seed depends on the chain of tasks that
  /// created the task, but not on the schedule.
  ///
  /// - Parameters:
  ///   - task: The task, or `nil` for code outside tasks, such as an isolated deinitializer.
  ///   - root: The seed for the simulation's body.
  func seed(of task: Int32?, from root: UInt64) -> UInt64 {
    root ^ (task.map { lineages[Int($0)].hash } ?? .max)
  }

  private mutating func participant(for task: UnsafeRawPointer, by creator: Creator?) -> Int32 {
    let key = UInt(bitPattern: task)
    let runtimeID = runtime.runtimeID(of: task)
    if let known = tasks[key], known.runtimeID == runtimeID { return known.id }
    let id = append(.task, by: creator)
    if runtime.relations(of: task).is_async_let {
      participants[Int(id)].name = "async let"
      participants[Int(id)].childOf = creator.map { Int($0.task) }
      participants[Int(id)].isAsyncLet = true
    }
    // An `async let` is stored in the stack frame of its parent. The parent is the current task
    // here, because only the parent enqueues an `async let` for the first time.
    let frameOwner = runtime.currentTask.map { runtime.runtimeID(of: $0) } ?? 0
    let object = Object(pointer: task)
    tasks[key] = KnownTask(id: id, object: object, runtimeID: runtimeID, frameOwner: frameOwner)
    return id
  }

  mutating func participant(forActorAt address: UnsafeRawPointer, by creator: Creator?) -> Int32 {
    let key = UInt(bitPattern: address)
    if let known = actors[key], known.actor != nil { return known.id }
    let actor = runtime.actor(at: address)
    let id = append(.actor, by: creator)
    participants[Int(id)].name = String(describing: type(of: actor as AnyObject))
    actors[key] = KnownActor(id: id, actor: actor)
    return id
  }

  mutating func participantForTime() -> Int32 { append(.time, by: nil) }

  /// Returns the identifiers of the tasks that were cancelled since the previous call.
  mutating func findCancelled() -> [Int32] {
    var cancelled: [Int32] = []
    for (key, known) in tasks
    where !known.isCancelled && runtime.isCancelled(known.object.pointer) {
      tasks[key]!.isCancelled = true
      cancelled.append(known.id)
    }
    return cancelled.sorted()
  }

  private mutating func append(_ kind: Participant.Kind, by creator: Creator?) -> Int32 {
    let (id, parent) = (participants.count, creator.map { Int($0.participant) })
    let task = creator.map { Int($0.task) }
    participants.append(Participant(id: id, kind: kind, parent: parent, creator: task))
    lineages.append(Lineage())
    if let task {
      let seed = lineages[task].hash ^ lineages[task].taskCount
      var random = SeededRandomNumberGenerator(seed: seed)
      lineages[id].hash = random.next()
      if kind == .task { lineages[task].taskCount += 1 }
    }
    return Int32(id)
  }

  var count: Int { participants.count }

  func isActor(_ participant: Int32) -> Bool { participants[Int(participant)].kind == .actor }

  /// Removes from the roster those of the given tasks that have ended, and returns them, ordered by
  /// identifier. If the roster had retained a task, `object` is that task, and the caller must
  /// release it. Ignores tasks that are not in the roster.
  mutating func removeEnded(among candidates: [Object]) -> [(id: Int32, object: Object?)] {
    var ended: [KnownTask] = []
    for candidate in candidates {
      let key = UInt(bitPattern: candidate.pointer)
      guard let known = tasks[key], runtime.hasEnded(candidate.pointer) else { continue }
      tasks[key] = nil
      endedIDs[known.runtimeID] = known.id
      ended.append(known)
    }
    if ended.isEmpty { return [] }
    removeTasks(inFramesOf: Set(ended.map(\.runtimeID)))
    return ended.sorted { $0.id < $1.id }.map { ($0.id, $0.retained) }
  }

  /// Removes all ended tasks from the roster, like `removeEnded(among:)`. The scheduler calls this
  /// function after running an actor, because an actor can run several tasks to completion.
  ///
  /// Examining every task is expensive if there are many. If `always` is `false` and there are more
  /// than 64 tasks, the function does nothing until the number of tasks has doubled since the last
  /// examination. An exhaustive search must pass `true`, because it needs to know which step each
  /// task ended in.
  mutating func sweep(always: Bool = false) -> [(id: Int32, object: Object?)] {
    guard always || tasks.count <= 64 || tasks.count > sweepThreshold else { return [] }
    defer { sweepThreshold = max(64, 2 * tasks.count) }
    return removeEnded(among: tasks.values.map(\.object))
  }

  /// Removes the tasks, such as `async let` tasks, that were stored in the stack frames of ended
  /// tasks. Their memory can no longer be read, because these stack frames no longer exist.
  private mutating func removeTasks(inFramesOf ended: Set<UInt64>) {
    var owners = ended
    while !owners.isEmpty {
      let removed = tasks.filter { _, known in known.frameOwner.map(owners.contains) ?? false }
      for key in removed.keys { tasks[key] = nil }
      owners = Set(removed.values.map(\.runtimeID))
    }
  }

  var taskCount: Int { tasks.count }

  /// Returns `true` if `task`, or a task that it created directly or indirectly, has not ended.
  func isUnfinished(_ task: Int32) -> Bool {
    let family = family(of: task, by: \.creator)
    return tasks.values.contains {
      family.contains(Int($0.id)) && !runtime.hasEnded($0.object.pointer)
    }
  }

  /// The tasks that have not ended, ordered by identifier.
  var unfinished: [(id: Int, object: Object?)] {
    tasks.values.filter { !runtime.hasEnded($0.object.pointer) }
      .sorted { $0.id < $1.id }
      .map { (Int($0.id), $0.retained) }
  }

  /// The events that the unfinished tasks are waiting for, keyed by task identifier. Read this
  /// property only while the simulation runs no task, because it reads the memory of suspended
  /// tasks.
  var waits: [Int: TaskWait] {
    var waits: [Int: TaskWait] = [:]
    for known in tasks.values where !runtime.hasEnded(known.object.pointer) {
      let task = known.object.pointer
      let wait = runtime.wait(of: task)
      waits[Int(known.id), default: TaskWait()].depth = Int(wait.depth)
      waits[Int(known.id)]!.function = CodeAddress(functions: wait.functions).description
      waits[Int(known.id)]!.activity = wait.is_running ? .running : wait.is_ready ? .ready : nil
      for waiter in runtime.waiters(for: task) {
        guard let id = tasks[UInt(bitPattern: waiter)]?.id else { continue }
        waits[Int(id), default: TaskWait()].task = Int(known.id)
      }
      if let owner = runtime.relations(of: task).group_owner,
        let id = tasks[UInt(bitPattern: owner)]?.id
      {
        waits[Int(id), default: TaskWait()].children.append(Int(known.id))
      }
    }
    return waits
  }

  /// Returns the number of tasks in `ids` that have neither ended nor been cancelled.
  func uncancelledCount(among ids: Set<Int>) -> Int {
    tasks.values.count { known in
      let task = known.object.pointer
      return ids.contains(Int(known.id)) && !runtime.hasEnded(task) && !runtime.isCancelled(task)
    }
  }

  mutating func removeAll() -> [Object] {
    defer { tasks = [:] }
    return tasks.values.compactMap(\.retained)
  }

  func task(_ id: Int) -> SimulatedTask {
    let participant = participants[id]
    return SimulatedTask(number: id, name: participant.name, origin: participant.origin)
  }
}
