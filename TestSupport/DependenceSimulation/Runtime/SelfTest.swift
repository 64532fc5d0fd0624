import Dependence

/// A small simulation that exercises the Swift runtime features that most simulations rely on.
///
/// The self-test runs once per process, before the first simulation, and takes a few milliseconds.
/// If it finds that simulations cannot control this process's Swift runtime, all simulations throw
/// an error instead of giving wrong results.
enum SelfTest {
  private actor Probe {
    private(set) var visits: [String] = []

    func visit(_ context: String) {
      visits.append(Simulation.current == nil ? "\(context) outside" : context)
    }
  }

  typealias Sight = (visits: [String], time: Duration)

  /// The code that the self-test simulates. It uses actors, sleeps, task groups, continuations,
  /// streams, and several kinds of tasks.
  static let program: Body<Sight> = { _ in
    let probe = Probe()
    let start = ContinuousClock.now
    let sleeper = Task(name: "sleeper") {
      try? await Task.sleep(for: .seconds(2))
      await probe.visit("sleeper")
    }
    await Task.detached { await probe.visit("detached") }.value
    await Task.immediate { await probe.visit("immediate") }.value
    await Task { @MainActor in await probe.visit("main actor") }.value
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await probe.visit("child") }
    }
    // The error that this group's body throws cancels the group. The simulation must observe this
    // cancellation even though the group's only child task has already ended.
    try? await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {}
      try await group.next()
      throw CancellationError()
    }
    async let child: Void = {}()
    await child
    await Task.yield()
    await withCheckedContinuation { $0.resume() }
    await probe.visit("body")
    let (stream, source) = AsyncStream.makeStream(of: Void.self)
    source.yield()
    for await _ in stream { break }
    await sleeper.value
    return (await probe.visits, ContinuousClock.now - start)
  }

  /// Runs `program` in a simulation and checks its result. Returns a description of the first
  /// problem, or `nil` if this process can run simulations.
  static func findProblem(running program: @escaping Body<Sight> = program) -> String? {
    // Run main-actor code on the current thread, because the main thread may be busy, and the
    // self-test must not wait for it.
    let options = SimulationOptions([.mainActor(.virtual)])
    let outcome = SimulatedRun(.choices([]), options).runBlocking(program)
    guard outcome.ending == .returned, case .success(let seen) = outcome.result else {
      return "A task ran outside its simulation, or did not end."
    }
    let contexts = ["detached", "immediate", "main actor", "child", "body", "sleeper"]
    if seen.visits != contexts { return "Tasks ran in an unexpected order: \(seen.visits)." }
    if [seen.time, outcome.now] != [.seconds(2), .seconds(2)] {
      return "A sleep of two seconds took \(seen.time) of virtual time."
    }
    let record = outcome.record
    let uses = record.steps.reduce(into: Step.Uses()) { $0.formUnion($1.uses) }
    let names = record.participants.compactMap(\.name)
    let awaited = Set(record.steps.flatMap(\.awaited))
    let asyncLets = record.participants.filter(\.isAsyncLet).map(\.id)
    let problems = [
      (outcome.outsideResumptions != 0, "A task was resumed on another thread."),
      (
        !record.steps.contains(where: \.onlyJoinsQueue),
        "The simulation did not see that tasks were queued for actors."
      ),
      (
        !uses.isSuperset(of: [
          .ends, .streams, .time, .children, .nextChild, .continuation, .resumption,
        ]),
        "The simulation did not see every interaction between tasks."
      ),
      (
        record.steps.count { !$0.cancelled.isEmpty } != 1,
        "The simulation did not see which step cancelled other tasks."
      ),
      (
        asyncLets.count != 1 || !awaited.isSuperset(of: asyncLets),
        "The simulation did not see which task a step awaited."
      ),
      (
        names != ["body", "Probe", "sleeper", "async let"],
        "The simulation did not identify tasks and actors."
      ),
      (!outcome.unfinished.isEmpty, "The simulation did not see that tasks had ended."),
    ]
    return problems.first(where: \.0)?.1
  }

  /// Whether this process can find the heap objects that an object refers to. This is impossible
  /// with an unknown allocator, because object sizes cannot be read from its memory.
  static var canReadHeap: Bool {
    let inner = Lock(0)
    let outer = Lock([inner])
    var types = ObjectTypes()
    let graph = HeapGraph(referredToBy: outer, types: &types)
    return graph.nodes[UInt(bitPattern: ObjectIdentifier(inner))] != nil
  }
}
