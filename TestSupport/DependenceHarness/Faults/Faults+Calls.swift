import Dependence

extension Faults {
  /// A call that has begun.
  struct Call: Sendable {
    let faults: Faults
    let endpoint: String
    let number: Int
    let plan: FaultPlan
  }

  /// Numbers a call, and decides what is injected into it.
  func begin(_ endpoint: String) -> Call {
    register(in: Frame.current.root)
    let number = log.withLock { $0.begin(endpoint) }
    let plan = FaultPlan(faults, seed: seed, endpoint: endpoint, call: number)
    return Call(faults: self, endpoint: endpoint, number: number, plan: plan)
  }
}

extension Faults.Call {
  /// Lets the call begin late.
  func delay() async throws {
    try await sleep(plan.delay) { .delayed($0) }
  }

  /// Holds the answer back.
  func holdBack() async throws {
    try await sleep(plan.holdBack) { .heldBack($0) }
  }

  /// Fails instead of the endpoint, if that is planned.
  func fail() throws {
    switch plan.failure {
    case nil:
      return
    case .error(let error):
      note(.threw(error))
      throw error
    case .cancellation:
      withUnsafeCurrentTask { task in
        note(.cancelled, on: task?.hashValue)
        task?.cancel()
      }
      throw CancellationError()
    }
  }

  private func sleep(
    _ duration: Duration,
    as effect: (Duration) -> Faults.Injection.Effect
  ) async throws {
    guard duration > .zero else { return }
    try Task.checkCancellation()
    note(effect(duration))
    @Dependency(\.continuousClock) var continuousClock
    let site = faults.site
    try await (faults.clock ?? continuousClock).sleep(
      for: duration,
      fileID: site.fileID,
      filePath: site.filePath,
      line: site.line,
      column: site.column
    )
  }

  private func note(_ effect: Faults.Injection.Effect, on task: Int? = nil) {
    let injection = Faults.Injection(endpoint: endpoint, call: number, effect: effect)
    faults.log.withLock { $0.note(injection, on: task) }
  }
}
