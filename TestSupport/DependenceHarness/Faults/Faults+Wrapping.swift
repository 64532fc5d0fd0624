import Dependence
public import DependenceClients

// `wrap` has several overloads for closures. The first is for asynchronous, throwing endpoints. It
// also accepts an implementation that does not throw, so that faults can make calls to it fail. The
// other overloads are for endpoints that are synchronous or cannot throw.
//
// The throwing overloads are not generic over the error type, because the compiler would infer
// `Never` for an implementation that does not throw. The Swift 6.3 compiler crashes if it infers
// `Never` as the error type of a closure with a parameter pack.
//
// Each overload creates its own closure instead of calling a shared helper function. The report
// about a failing simulation shows the closure's name, which includes the name of the enclosing
// function. That function should be `wrap`, which users know, and not an internal helper.
//
// The asynchronous overloads are `@concurrent` because the Swift 6.3 compiler crashes on closures
// that have a parameter pack and inherit their caller's isolation.

extension Faults {
  /// Returns a copy of `client` that injects these faults into calls to all of its endpoints.
  ///
  /// ```swift
  /// $0.shelf = faults.wrap($0.shelf)
  /// ```
  ///
  /// The faults injected into an endpoint depend on the seed and on the endpoint's name, such as
  /// "ShelfClient.save". Faults that an endpoint does not support are skipped: a synchronous
  /// endpoint cannot be delayed, and an endpoint that does not throw cannot fail. If no fault is
  /// possible in any endpoint, or if an endpoint cannot be wrapped, an issue is reported.
  ///
  /// Clients that are stored properties of `client` are wrapped as well. If such a property is a
  /// constant or has observers, an issue is reported. Clients inside other values, such as arrays
  /// or property wrappers, are not wrapped.
  ///
  /// - Parameter client: A client whose type is marked `@DependencyClient`.
  public func wrap<Client: _WrappableClient>(
    _ client: Client,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Client {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let interceptor = ClientFaults(faults: self)
    let wrapped = client._wrapped(by: _EndpointWrapper(interceptor, at: site))
    if !faults.isEmpty, !interceptor.isPossible.withLock({ $0 }) {
      let message = """
        None of these faults can be injected into \(Client.self): synchronous endpoints cannot be delayed, and endpoints \
        that do not throw cannot fail. Add a fault that its endpoints allow, such as .duplicating, or do not wrap the \
        client.
        """
      IssuePath.deliver(message, at: site)
    }
    return wrapped
  }

  /// Returns a closure that injects these faults into calls to an asynchronous endpoint.
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint's name in messages, such as "API.fetch". Together with the seed,
  ///     the name determines which faults are injected.
  ///   - body: The implementation of the endpoint. It runs in the isolation that it declares.
  public func wrap<each Argument: Sendable, Result: Sendable>(
    _ endpoint: String,
    _ body: @escaping @Sendable @concurrent (repeat each Argument) async throws -> Result
  ) -> @Sendable @concurrent (repeat each Argument) async throws -> Result {
    let wrapper = _EndpointWrapper(self, at: site)
    return { @concurrent (argument: repeat each Argument) async throws -> Result in
      try await wrapper.call(endpoint, []) { try await body(repeat each argument) }
    }
  }

  /// Returns a closure that injects these faults into calls to an asynchronous endpoint that does
  /// not throw. The faults can delay calls and results or execute calls twice, but cannot make
  /// calls fail. If the calling task is cancelled, a delay ends early.
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
      "does not throw, so it can only be delayed (.delay, .reordering) or executed twice (.duplicating)",
      at: site
    ) { !$0.isFailure }
    let wrapper = _EndpointWrapper(self, at: site)
    return { @concurrent (argument: repeat each Argument) async -> Result in
      await wrapper.call(endpoint, []) { await body(repeat each argument) }
    }
  }

  /// Returns a closure that injects these faults into calls to a synchronous endpoint that throws.
  /// The faults can make calls fail or execute them twice, but cannot delay them.
  ///
  /// The compiler chooses this overload for a closure that contains no `await`, unless the result
  /// is assigned to an asynchronous endpoint.
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
      "is synchronous, so it can only fail (.throwing, .cancelling, .losingResponse) or be executed twice (.duplicating)",
      at: site
    ) { !$0.isDelay }
    let wrapper = _EndpointWrapper(self, at: site)
    return { (argument: repeat each Argument) throws -> Result in
      try wrapper.call(endpoint, []) { try body(repeat each argument) }
    }
  }
}

/// An interceptor that injects faults into a client's endpoints.
private final class ClientFaults: EndpointInterceptor {
  let faults: Faults
  /// Whether at least one fault in `faults` can be injected into at least one of the endpoints
  /// wrapped so far.
  let isPossible = Lock(false)

  init(faults: Faults) { self.faults = faults }

  func willWrap(_ endpoint: InterceptedEndpoint, of client: Any.Type?) {
    if faults.faults.contains(where: { $0.isPossible(in: endpoint) }) {
      isPossible.withLock { $0 = true }
    }
  }

  func begin(_ endpoint: InterceptedEndpoint, _ arguments: [Any]) -> any InterceptedCall {
    faults.begin(endpoint, arguments)
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
      None of these faults can be injected into \(endpoint). It \(reason). Add such a fault, or do not wrap the endpoint.
      """
    IssuePath.deliver(message, at: site)
  }

  private func plan(call: Int, of endpoint: InterceptedEndpoint) -> FaultPlan {
    guard let limit else {
      return FaultPlan(faults, seed: currentSeed, endpoint: endpoint.name, call: call)
    }
    guard let world = SimulatedWorlds.current else {
      reportCallOutside(of: endpoint.name)
      return FaultPlan()
    }
    let isAllowed = log.withLock { $0.chosen < limit }
    let possible =
      isAllowed ? faults.filter { $0.probability > 0 && $0.isPossible(in: endpoint) } : []
    let plan = FaultPlan(choosing: possible, in: world, endpoint: endpoint.name, call: call)
    if !plan.isEmpty { log.withLock { $0.chosen += 1 } }
    return plan
  }

  /// The seed that determines the faults of calls in the current simulation, if there is one.
  private var currentSeed: UInt64 {
    // Use the simulation's random numbers only if they are needed. An exhaustive search tries only
    // one sequence of random numbers, so its result proves less if the test depends on them.
    guard dependOnSchedule, faults.contains(where: \.isRandom), let world = SimulatedWorlds.current
    else { return seed }
    return seed ^ world.randomSeed
  }

  private func reportCallOutside(of endpoint: String) {
    guard log.withLock({ $0.noteOutside() }) else { return }
    let message = """
      \(endpoint) was called outside a simulation, so no faults were injected. Faults with the argument atMost: are \
      chosen by a search. Run the test in a search, with the trait .explore(_:) or the function explore, or remove \
      atMost: to choose the faults with a seed.
      """
    IssuePath.deliver(message, at: site)
  }
}

extension Faults: EndpointInterceptor {
  /// Counts a call to an endpoint, and returns the call together with the faults to inject into it.
  package func begin(_ endpoint: InterceptedEndpoint, _ arguments: [Any]) -> any InterceptedCall {
    register(in: Frame.current.root)
    let possible = faults.filter { $0.probability > 0 && $0.isPossible(in: endpoint) }
    let isInjectable = possible.contains { !$0.needsResponse }
    let number = log.withLock { log in
      if isInjectable { log.isInjectable = true }
      return log.begin(endpoint.name)
    }
    return FaultyCall(
      faults: self,
      endpoint: endpoint.name,
      number: number,
      plan: plan(call: number, of: endpoint),
      canLoseResponse: possible.contains(where: \.needsResponse)
    )
  }
}

/// A call to an endpoint, together with the faults to inject into it.
private struct FaultyCall: InterceptedCall {
  let faults: Faults
  let endpoint: String
  /// The position of the call among the calls to the same endpoint, starting at 1.
  let number: Int
  let plan: FaultPlan
  /// Whether the faults include one that could lose this call's response.
  let canLoseResponse: Bool

  func replacement<Result, Failure: Error>(
    as type: Result.Type,
    orThrowing failure: Failure.Type
  ) throws(Failure) -> Result? {
    switch plan.failure {
    case .throwing(let error): try fail(with: error, noting: .threw(error), as: failure)
    case .cancelling: try cancel(as: failure)
    case nil, .losingResponse, .delay, .reordering, .duplicating: break
    }
    return nil
  }

  func isRepeated() -> Bool {
    if plan.isDuplicated { note(.executedTwice) }
    return plan.isDuplicated
  }

  func end<Result, Failure: Error>(
    with result: Swift.Result<Result, Failure>
  ) throws(Failure) -> Result {
    if canLoseResponse {
      faults.log.withLock { log in
        if case .success = result {
          log.isInjectable = true
        } else {
          log.hasUnlosableResponse = true
        }
      }
    }
    let value = try result.get()
    if case .losingResponse(let error) = plan.failure {
      try fail(with: error, noting: .lostResponse(error), as: Failure.self)
    }
    return value
  }

  nonisolated(nonsending) func waitToBegin() async -> (any Error)? {
    await sleep(plan.delay) { .delayed($0) }
  }

  nonisolated(nonsending) func waitToEnd() async -> (any Error)? {
    await sleep(plan.holdBack) { .heldBack($0) }
  }
}

extension FaultyCall {
  /// Throws `error` if the endpoint can throw errors of that type. If the endpoint throws only
  /// errors of another type, reports an issue instead. If the endpoint cannot throw at all, does
  /// nothing.
  private func fail<Failure: Error>(
    with error: any Error,
    noting effect: Faults.Injection.Effect,
    as failure: Failure.Type
  ) throws(Failure) {
    if let error = error as? Failure {
      note(effect)
      throw error
    }
    guard failure != Never.self else { return }
    let message = """
      \(endpoint) throws only \(failure), so the fault that throws \(error) was not injected. Use a fault that throws \
      \(failure).
      """
    IssuePath.deliver(message, at: faults.site)
  }

  private func cancel<Failure: Error>(as failure: Failure.Type) throws(Failure) {
    guard let error = CancellationError() as? Failure else {
      return try fail(with: CancellationError(), noting: .cancelled, as: failure)
    }
    withUnsafeCurrentTask { task in
      note(.cancelled, on: task?.hashValue)
      task?.cancel()
    }
    throw error
  }

  private nonisolated(nonsending) func sleep(
    _ duration: Duration,
    as effect: (Duration) -> Faults.Injection.Effect
  ) async -> (any Error)? {
    guard duration > .zero else { return nil }
    do {
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
      return nil
    } catch {
      return error
    }
  }

  private func note(_ effect: Faults.Injection.Effect, on task: Int? = nil) {
    let injection = Faults.Injection(endpoint: endpoint, call: number, effect: effect)
    faults.note(injection, on: task, in: Frame.current.root)
  }
}
