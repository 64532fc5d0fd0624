@testable import DependenceSimulation
import Dependence

/// A body that uses every feature of a simulation, and whose result depends on the order of tasks.
struct Workload: Sendable {
  private let events = Lock<[String]>([])

  @concurrent
  func callAsFunction(_ simulation: Simulation) async throws -> [String] {
    let room = Room()
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let consumer = Task(name: "consumer") {
      for await number in stream { note("received \(number)", simulation) }
    }
    let visitors = (0..<3).map { number in
      Task(name: "visitor \(number)") {
        await room.enter { note("visitor \(number)", simulation) }
        try? await Task.sleep(for: .milliseconds(number * 10))
        await withTaskGroup(of: Void.self) { group in
          for child in 0..<2 {
            group.addTask {
              await Task.yield()
              note("child \(child) of \(number)", simulation)
              continuation.yield(10 * number + child)
            }
          }
        }
        async let visits = room.visits
        note("\(await visits) visits seen by \(number)", simulation)
      }
    }
    let ticker = Task.detached {
      for tick in 0..<3 {
        try? await Task.sleep(until: .now + .milliseconds(7), clock: .continuous)
        note("tick \(tick)", simulation)
      }
    }
    let painter = Task { @MainActor in
      note("painted", simulation)
      await Task.immediate { await room.enter { note("immediate", simulation) } }.value
      note("painted again", simulation)
    }
    // Each new room may be allocated at the address of the previous room, although it is a
    // different actor.
    let founder = Task(name: "founder") {
      for number in 0..<3 {
        let room = Room()
        let guests = (0..<3).map { guest in Task.detached { await room.stay() ? guest : number } }
        for guest in guests { note("guest \(await guest.value)", simulation) }
      }
    }
    let sleeper = Task(name: "sleeper") {
      await withTaskCancellationHandler {
        try? await Task.sleep(for: .seconds(60))
        note("woken", simulation)
      } onCancel: {
        note("cancelled", simulation)
      }
    }
    do {
      let mortal = Mortal { note("deinit", simulation) }
      await mortal.enter()
    }
    for visitor in visitors { await visitor.value }
    sleeper.cancel()
    await ticker.value
    await painter.value
    await founder.value
    await sleeper.value
    continuation.finish()
    await consumer.value
    await simulation.settle()
    return events.withLock(\.self)
  }

  private func note(_ event: String, _ simulation: Simulation) {
    events.withLock { $0.append("\(event) at \(simulation.now)") }
  }

  private actor Room {
    private(set) var visits = 0

    func enter(_ action: @Sendable () -> Void) {
      visits += 1
      action()
    }

    /// Starts several tasks that end on this actor, and returns whether the number of visits is
    /// then even.
    func stay() async -> Bool {
      let tasks = (0..<3).map { _ in Task { visits += 1 } }
      for task in tasks { await task.value }
      return visits % 2 == 0
    }
  }

  private actor Mortal {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    func enter() {}

    isolated deinit { end() }
  }
}
