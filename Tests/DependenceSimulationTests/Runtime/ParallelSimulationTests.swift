import Dependence
@testable import DependenceSimulation
import Testing

struct ParallelSimulationTests {
  /// Runs ordinary code while simulations run in other tasks.
  @Test(arguments: 0..<4)
  func `simulations do not affect code that runs outside of them`(_: Int) async throws {
    try await beside(simulations: 2) {
      for _ in 0..<10 {
        #expect(Simulation.current == nil)
        let start = ContinuousClock.now
        try await Task.sleep(for: .milliseconds(1))
        #expect(ContinuousClock.now - start >= .milliseconds(1))
        #expect(ContinuousClock.now - start < .seconds(86_400))

        let sum = await withTaskGroup(of: Int.self) { group in
          for number in 0..<20 {
            group.addTask {
              await Task.yield()
              return Simulation.current == nil ? number : -1_000
            }
          }
          return await group.reduce(0, +)
        }
        #expect(sum == 190)

        let isOutside = await Task.detached {
          await Task { @MainActor in
            MainActor.assertIsolated()
            return Simulation.current == nil && MainThread.isCurrent
          }.value
        }.value
        #expect(isOutside)
      }
    }
  }

  @Test func `hundreds of simulations run at the same time`() async throws {
    let ends = try await withThrowingTaskGroup(of: Duration.self) { group in
      for number in 0..<500 {
        group.addTask {
          try await simulate(seed: UInt64(number)) { simulation in
            await withTaskGroup(of: Void.self) { group in
              for child in 0..<5 {
                group.addTask {
                  try? await Task.sleep(for: .seconds(child))
                  #expect(Simulation.current?.core === simulation.core)
                }
              }
            }
            await MainActor.run { #expect(Simulation.current?.core === simulation.core) }
            return simulation.now
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }

    #expect(ends == Array(repeating: .seconds(4), count: 500))
  }

  @Test @MainActor func `a test on the main actor can run a simulation`() async throws {
    let visits = Lock(0)

    let end = try await simulate(seed: 1) { simulation in
      #expect(Simulation.current != nil)
      for _ in 0..<3 {
        await MainActor.run { visits.withLock { $0 += 1 } }
        try await Task.sleep(for: .seconds(60))
      }
      return simulation.now
    }

    MainActor.assertIsolated()
    #expect(Simulation.current == nil)
    #expect(end == .seconds(180))
    #expect(visits.withLock(\.self) == 3)
  }

  @Test(arguments: [SimulationOption.MainActor.real, .virtual]) @MainActor
  func `synchronous main-actor code can run a simulation`(executor: SimulationOption.MainActor)
    throws
  {
    let end = try simulate(seed: 1, .mainActor(executor)) { simulation in
      await MainActor.run {}
      try await Task.sleep(for: .seconds(1))
      return simulation.now
    }

    #expect(end == .seconds(1))
  }

  /// An actor that several simulations use belongs to none of them, so they cannot control the
  /// order of its jobs. However, no job is lost, and no task is attributed to the wrong simulation.
  @Test(arguments: 0..<64 as Range<UInt64>)
  func `simulations can share an actor`(seed: UInt64) async throws {
    try await simulate(seed: seed, .outsideWork(upTo: .seconds(60))) { simulation in
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<10 {
          group.addTask {
            await SharedActor.shared.visit {
              #expect(Simulation.current?.core === simulation.core)
            }
            await Task {
              #expect(Simulation.current?.core === simulation.core)
            }.value
          }
        }
      }
    }
  }

  @Test func `an outside task that a simulation resumes stays outside`() async throws {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let outside = Task {
      for await _ in stream {}
      return Simulation.current == nil
    }

    try await simulate(seed: 1, .outsideWork(upTo: .seconds(60))) { _ in
      continuation.finish()
      #expect(await outside.value)
    }
  }

  private func beside(
    simulations count: Int,
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      let isOver = Lock(false)
      for number in 0..<count {
        group.addTask {
          while !isOver.withLock(\.self) {
            // A simulation occupies its thread, and there may be only two threads. This yield lets
            // other tasks use the thread.
            await Task.yield()
            let workload = Workload()
            try await simulate(seed: UInt64(number), .mainActor(number == 0 ? .real : .virtual)) {
              _ = try await workload($0)
            }
          }
        }
      }
      defer { isOver.withLock { $0 = true } }
      try await body()
    }
  }

  @globalActor private actor SharedActor {
    static let shared = SharedActor()
    private var visits = 0

    func visit(_ action: @Sendable () -> Void) async {
      visits += 1
      action()
      await Task.yield()
      action()
    }
  }
}
