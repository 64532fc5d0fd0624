import Dependence
import DependenceSimulation
import DependenceTesting
import Storefront
import Testing

/// Tests of a session in a separate task. Each test determines how the store logs the customer out.
@Suite(.enabled(if: Simulation.isSupported))
struct SessionScheduleTests {
  private actor Desk {
    private var session: Task<Void, any Error>?

    /// Opens a session in a task, and returns when the session has ended.
    func serve(loggingOut logOut: @escaping @Sendable (Desk) async -> Void) async throws {
      let session = withDependencies {
        $0.storeClient.logIn = { Customer(name: $0) }
        $0.storeClient.logOut = { [self] _ in await logOut(self) }
      } operation: {
        Task(name: "session") { try await withSession(of: "Ada") {} }
      }
      self.session = session
      try await session.value
    }

    /// Waits until the session has ended.
    func drain() async {
      _ = await session?.result
    }
  }

  @Test(.explore(.exhaustive()))
  func `a session ends`() async throws {
    try await Desk().serve { _ in }
  }

  @Test func `a session whose end waits for its own task is a deadlock of both`() async throws {
    let error = await #expect(throws: SimulationError.self) {
      try await simulate { _ in try await Desk().serve { await $0.drain() } }
    }

    guard case .deadlock(at: .zero, let waiting) = error else {
      Issue.record("There is no deadlock.")
      return
    }
    #expect(waiting.map(\.name) == ["body", "session"])
  }
}
