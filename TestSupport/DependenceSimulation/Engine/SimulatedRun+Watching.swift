import Dependence

extension SimulatedRun {
  /// Runs `body`, and lets `decide` say what becomes of failures that the runner would record without asking
  /// us.
  @concurrent
  func watched(
    by owner: (any RootOwner)?,
    _ decide: @escaping @Sendable (_ failure: String) -> FailureFate,
    _ body: @escaping @Sendable @concurrent (Simulation) async throws -> Void
  ) async -> Outcome<Void> {
    guard let owner else { return await self(body) }
    let outcome = Lock<Outcome<Void>?>(nil)
    // What it runs does not throw.
    try? await owner.watching(decide, including: { core === SimulationCore.current }) {
      let result = await self(body)
      outcome.withLock { $0 = result }
    }
    guard let outcome = outcome.withLock({ $0 }) else {
      preconditionFailure("A run has an outcome.")
    }
    return outcome
  }
}
