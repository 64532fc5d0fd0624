import CSimulationRuntime

/// Who takes part in a simulation, by number.
///
/// Numbers are given in the order of appearance, and so are the same whenever the schedule is. Addresses
/// are not: an actor may lie where one lay that is gone.
struct Roster: Sendable {
  /// A task, which the roster keeps alive until it has ended.
  struct Object: @unchecked Sendable {
    // Only retained, released and compared.
    let pointer: UnsafeMutableRawPointer

    /// Never under a lock: it may run a `deinit`.
    func release() { simulation_release(pointer) }

    /// Cancels the task. Never under a lock: it runs handlers.
    func cancel() { simulation_cancel_task(pointer) }
  }

  private struct Member: Sendable {
    let kind: Participant.Kind
    let name: String?
    let origin: CodeAddress?
    let parent: Int32?
  }

  private struct KnownTask: Sendable {
    let number: Int32
    /// What the runtime calls it: another task may come to lie where this one lay.
    let identity: UInt64
    /// The identity of the task in whose frame this one lives, and which must not be retained; nil if it is.
    var keeper: UInt64?

    var isRetained: Bool { keeper == nil }
  }

  private struct KnownActor: Sendable {
    let number: Int32
    weak let actor: (any AnyObject & Sendable)?
  }

  private var members: [Member] = []
  private var tasks: [UInt: KnownTask] = [:]
  private var actors: [UInt: KnownActor] = [:]
  /// How many tasks there may be before those that ended unseen are looked for.
  private var sweepThreshold = 64
  /// Whether any task lives in the frame of another.
  private var hasKeepers = false

  /// Notes a task that was made, and may have been enqueued already. It is retained.
  mutating func add(
    task: UnsafeMutableRawPointer,
    name: String?,
    origin: CodeAddress?,
    parent: Int32?
  ) {
    let member = Member(kind: .task, name: name, origin: origin, parent: parent)
    let identity = simulation_number_of_task(task)
    let key = UInt(bitPattern: task)
    let number: Int32
    if let known = tasks[key], known.identity == identity {
      number = known.number
      members[Int(number)] = member
    } else {
      number = append(member)
    }
    tasks[key] = KnownTask(number: number, identity: identity)
  }

  /// Notes that the task of the body, which has been enqueued, is retained.
  mutating func retainBody(_ task: UnsafeMutableRawPointer) {
    tasks[UInt(bitPattern: task)] = KnownTask(
      number: 0,
      identity: simulation_number_of_task(task)
    )
    members[0] = Member(kind: .task, name: "body", origin: nil, parent: nil)
  }

  /// The number of whom a job belongs to.
  mutating func participant(
    of job: UnownedJob,
    _ kind: simulation_job_kind,
    parent: Int32?
  ) -> Int32 {
    switch kind {
    case simulation_job_task:
      return participant(for: job.pointer, parent: parent)
    case simulation_job_continuation:
      return participant(for: simulation_subject_of_job(job.pointer), parent: parent)
    case simulation_job_actor:
      return participant(forActorAt: simulation_subject_of_job(job.pointer), parent: parent)
    default:
      return append(Member(kind: .job, name: nil, origin: nil, parent: parent))
    }
  }

  private mutating func participant(for task: UnsafeRawPointer, parent: Int32?) -> Int32 {
    let key = UInt(bitPattern: task)
    let identity = simulation_number_of_task(task)
    if let known = tasks[key], known.identity == identity { return known.number }
    let name = simulation_task_is_async_let(task) ? "async let" : nil
    let number = append(Member(kind: .task, name: name, origin: nil, parent: parent))
    // It is enqueued first by the task that begins it.
    let keeper = simulation_number_of_current_task()
    tasks[key] = KnownTask(number: number, identity: identity, keeper: keeper)
    hasKeepers = true
    return number
  }

  private mutating func participant(
    forActorAt address: UnsafeRawPointer,
    parent: Int32?
  ) -> Int32 {
    let key = UInt(bitPattern: address)
    if let known = actors[key], known.actor != nil { return known.number }
    // A default actor is an object, and actors are Sendable.
    let actor = unsafeBitCast(address, to: (any AnyObject & Sendable).self)
    let name = String(describing: type(of: actor as AnyObject))
    let number = append(Member(kind: .actor, name: name, origin: nil, parent: parent))
    actors[key] = KnownActor(number: number, actor: actor)
    return number
  }

  private mutating func append(_ member: Member) -> Int32 {
    members.append(member)
    return Int32(members.count - 1)
  }

  func isActor(_ participant: Int32) -> Bool { members[Int(participant)].kind == .actor }

  /// Forgets a task that has run, if it has ended.
  ///
  /// - Returns: Whether it has, and what is to be released.
  mutating func checkEnd(of job: UnownedJob) -> (hasEnded: Bool, object: Object?) {
    guard simulation_state_of_task(job.pointer) == simulation_task_finished,
      let known = tasks.removeValue(forKey: UInt(bitPattern: job.pointer))
    else { return (false, nil) }
    if hasKeepers { _ = removeKept(by: [known.identity]) }
    return (true, known.isRetained ? Object(pointer: job.pointer) : nil)
  }

  /// Forgets tasks that have ended while somebody else ran, in an actor say.
  ///
  /// With many tasks it does so only now and then.
  ///
  /// - Returns: Who they are, and what is to be released.
  mutating func sweep() -> [(number: Int32, object: Object?)] {
    guard tasks.count <= 64 || tasks.count > sweepThreshold else { return [] }
    var ended: [(number: Int32, object: Object?)] = []
    var identities: Set<UInt64> = []
    for (key, known) in tasks {
      let task = UnsafeMutableRawPointer(bitPattern: key)!
      guard simulation_state_of_task(task) == simulation_task_finished else { continue }
      tasks[key] = nil
      identities.insert(known.identity)
      ended.append((known.number, known.isRetained ? Object(pointer: task) : nil))
    }
    if hasKeepers { ended += removeKept(by: identities).map { ($0, nil) } }
    sweepThreshold = max(64, 2 * tasks.count)
    return ended.sorted { $0.number < $1.number }
  }

  /// Forgets the tasks that lived in the frames of some that have ended: they are gone with those.
  private mutating func removeKept(by ended: Set<UInt64>) -> [Int32] {
    var removed: [Int32] = []
    var keepers = ended
    while !keepers.isEmpty {
      let kept = tasks.filter { _, known in known.keeper.map(keepers.contains) ?? false }
      for key in kept.keys { tasks[key] = nil }
      removed += kept.values.map(\.number)
      keepers = Set(kept.values.map(\.identity))
    }
    return removed
  }

  /// How many tasks are known.
  var taskCount: Int { tasks.count }

  /// Tasks that have not ended, by number.
  var unfinished: [(number: Int, object: Object?)] {
    tasks
      .compactMap { address, known in
        let task = UnsafeMutableRawPointer(bitPattern: address)!
        guard simulation_state_of_task(task) != simulation_task_finished else { return nil }
        return (Int(known.number), known.isRetained ? Object(pointer: task) : nil)
      }
      .sorted { $0.number < $1.number }
  }

  /// Forgets all tasks.
  ///
  /// - Returns: What is to be released.
  mutating func removeAll() -> [Object] {
    defer { tasks = [:] }
    return tasks.compactMap { address, known in
      known.isRetained ? Object(pointer: UnsafeMutableRawPointer(bitPattern: address)!) : nil
    }
  }

  func task(_ number: Int) -> SimulatedTask {
    let member = members[number]
    return SimulatedTask(
      number: number,
      name: member.name,
      origin: member.origin?.description
    )
  }

  /// Everybody, in the form in which they are read.
  var participants: [Participant] {
    members.enumerated().map { number, member in
      Participant(
        number: number,
        kind: member.kind,
        name: member.name,
        origin: member.origin?.description,
        parent: member.parent.map(Int.init)
      )
    }
  }
}

extension UnownedJob {
  /// The job itself.
  var pointer: UnsafeMutableRawPointer { unsafeBitCast(self, to: UnsafeMutableRawPointer.self) }
}
