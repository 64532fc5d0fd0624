/// A small simulation that uses every feature of the Swift runtime that simulations rely on.
///
/// The self-test runs once per process, in a few milliseconds. It detects a Swift runtime that
/// simulations cannot control before a test relies on a simulation.
enum SelfTest {
  private actor Probe {
    private(set) var visits: [String] = []

    func visit(_ context: String) {
      visits.append(Simulation.current == nil ? "\(context) outside" : context)
    }
  }

  typealias Sight = (visits: [String], time: Duration)

  /// The code that the self-test simulates, which uses every feature that a simulation controls.
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
    await Task.yield()
    await withCheckedContinuation { $0.resume() }
    await probe.visit("body")
    let (stream, source) = AsyncStream.makeStream(of: Void.self)
    source.yield()
    for await _ in stream { break }
    await sleeper.value
    return (await probe.visits, ContinuousClock.now - start)
  }

  /// Returns a description of the first problem, or `nil` if simulations work in this process.
  static func findProblem(running program: @escaping Body<Sight> = program) -> String? {
    // The main actor is virtual because the self-test must not wait for the main thread.
    let options = SimulationOptions([.mainActor(.virtual)])
    let outcome = SimulatedRun(.choices([]), options).runBlocking(program)
    guard outcome.ending == .returned, case .success(let seen) = outcome.result else {
      return "A task left its simulation."
    }
    let contexts = ["detached", "immediate", "main actor", "child", "body", "sleeper"]
    if seen.visits != contexts { return "Tasks ran in another order: \(seen.visits)." }
    if [seen.time, outcome.now] != [.seconds(2), .seconds(2)] {
      return "Two seconds of virtual time were \(seen.time)."
    }
    let record = outcome.record
    let uses = record.steps.reduce(into: Step.Uses()) { $0.formUnion($1.uses) }
    let names = record.participants.compactMap(\.name)
    let problems = [
      (outcome.outsideResumptions != 0, "A task was resumed on another thread."),
      (!record.steps.contains(where: \.isHop), "Tasks get in line for actors unseen."),
      (
        !uses.isSuperset(of: [.ends, .streams, .time, .children, .continuation, .resumption]),
        "Tasks share what is not seen."
      ),
      (names != ["body", "Probe", "sleeper"], "Tasks and actors cannot be told apart."),
      (!outcome.unfinished.isEmpty, "Tasks are thought to run on after their ends."),
    ]
    return problems.first(where: \.0)?.1
  }
}
