import Dependence

// The strongest form goes first: a closure that does not throw fits an endpoint that may, and shall
// throw there. The others are for endpoints that it does not fit.
//
// `@concurrent`, because Swift 6.3 crashes on closures that take a parameter pack and inherit their
// caller's isolation.

extension Faults {
  /// An asynchronous endpoint into whose calls anything may be injected.
  ///
  /// - Parameters:
  ///   - endpoint: What messages call the endpoint, for example "API.fetch". It decides, with the
  ///     seed, what is injected.
  ///   - body: What the endpoint does, in no actor's isolation but what it says itself.
  public func wrap<each Argument: Sendable, Result: Sendable>(
    _ endpoint: String,
    _ body: @escaping @Sendable @concurrent (repeat each Argument) async throws -> Result
  ) -> @Sendable @concurrent (repeat each Argument) async throws -> Result {
    { @concurrent (argument: repeat each Argument) async throws -> Result in
      let call = self.begin(endpoint) { _ in true }
      try await call.delay()
      let result: Result
      do {
        try call.fail()
        do {
          result = try await body(repeat each argument)
        } catch {
          if call.isRepeated() { _ = try? await body(repeat each argument) }
          throw error
        }
        if call.isRepeated() { _ = try? await body(repeat each argument) }
        try call.loseResponse()
      } catch {
        // The error is the answer, so a cancellation meanwhile does not replace it.
        try? await call.holdBack()
        throw error
      }
      try await call.holdBack()
      return result
    }
  }

  /// An asynchronous endpoint that does not throw: its calls may begin late, and its answers be held
  /// back, but no longer than until its task is cancelled.
  @_disfavoredOverload
  public func wrap<each Argument: Sendable, Result: Sendable>(
    _ endpoint: String,
    _ body: @escaping @Sendable @concurrent (repeat each Argument) async -> Result,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> @Sendable @concurrent (repeat each Argument) async -> Result {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    expectInjectable(
      into: endpoint,
      "does not throw, so it can only be slow or execute twice",
      at: site
    ) { !$0.isFailure }
    return { @concurrent (argument: repeat each Argument) async -> Result in
      let call = self.begin(endpoint) { !$0.isFailure }
      try? await call.delay()
      let result = await body(repeat each argument)
      if call.isRepeated() { _ = await body(repeat each argument) }
      try? await call.holdBack()
      return result
    }
  }

  /// A synchronous endpoint that throws: its calls may fail or be cancelled.
  ///
  /// A closure that awaits nothing is taken for one, unless the result is assigned to an asynchronous endpoint.
  @_disfavoredOverload
  public func wrap<each Argument, Result>(
    _ endpoint: String,
    _ body: @escaping @Sendable (repeat each Argument) throws -> Result,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> @Sendable (repeat each Argument) throws -> Result {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    expectInjectable(
      into: endpoint,
      "is synchronous, so it can only fail or execute twice",
      at: site
    ) { !$0.isDelay }
    return { (argument: repeat each Argument) throws -> Result in
      let call = self.begin(endpoint) { !$0.isDelay }
      try call.fail()
      let result: Result
      do {
        result = try body(repeat each argument)
      } catch {
        if call.isRepeated() { _ = try? body(repeat each argument) }
        throw error
      }
      if call.isRepeated() { _ = try? body(repeat each argument) }
      try call.loseResponse()
      return result
    }
  }
}

extension Faults {
  private func expectInjectable(
    into endpoint: String,
    _ reason: String,
    at site: SourceSite,
    where isInjectable: (Fault) -> Bool
  ) {
    if faults.isEmpty || faults.contains(where: isInjectable) { return }
    let message = """
      None of these faults can be injected into \(endpoint). It \(reason). Add a fault that does that, \
      or leave the endpoint as it is.
      """
    IssuePath.deliver(message, at: site)
  }

  struct Call: Sendable {
    let faults: Faults
    let endpoint: String
    let number: Int
    let plan: FaultPlan
  }

  /// Numbers a call, and decides what is injected into it.
  ///
  /// - Parameter isInjectable: Returns whether a fault can be injected into such a call.
  func begin(_ endpoint: String, where isInjectable: (Fault) -> Bool) -> Call {
    register(in: Frame.current.root)
    let number = log.withLock { $0.begin(endpoint) }
    let plan = plan(call: number, of: endpoint, where: isInjectable)
    return Call(faults: self, endpoint: endpoint, number: number, plan: plan)
  }

  private func plan(
    call: Int,
    of endpoint: String,
    where isInjectable: (Fault) -> Bool
  ) -> FaultPlan {
    guard let limit else {
      return FaultPlan(faults, seed: seed, endpoint: endpoint, call: call)
    }
    guard let world = SimulatedWorlds.current else {
      reportCallOutside(of: endpoint)
      return FaultPlan()
    }
    let isAllowed = log.withLock { $0.chosen < limit }
    let possible = isAllowed ? faults.filter { $0.probability > 0 && isInjectable($0) } : []
    let plan = FaultPlan(choosing: possible, in: world, endpoint: endpoint, call: call)
    if !plan.isEmpty { log.withLock { $0.noteChoice() } }
    return plan
  }

  private func reportCallOutside(of endpoint: String) {
    guard log.withLock({ $0.noteOutside() }) else { return }
    let message = """
      \(endpoint) was called outside a simulation, and its faults have the argument atMost:, so a search has to choose \
      them. None was injected. Give the test the trait .explore(_:), or remove atMost: to let a seed choose the faults.
      """
    IssuePath.deliver(message, at: site)
  }
}

extension Faults.Call {
  func delay() async throws { try await sleep(plan.delay) { .delayed($0) } }

  func holdBack() async throws { try await sleep(plan.holdBack) { .heldBack($0) } }

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

  /// Whether the endpoint has to execute the call once more, which is noted.
  func isRepeated() -> Bool {
    if plan.isDuplicated { note(.executedTwice) }
    return plan.isDuplicated
  }

  /// Throws the error in place of a response that is lost.
  func loseResponse() throws {
    guard let error = plan.loss else { return }
    note(.lostResponse(error))
    throw error
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
