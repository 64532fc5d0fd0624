import Dependence

/// Runs `body` and everything that it starts in a simulation: one job at a time, in virtual time,
/// and in an order determined by the seed.
///
/// ```swift
/// let seconds = try await simulate(seed: 7) { simulation in
///   try await Task.sleep(for: .seconds(3_600))
///   return simulation.now
/// }
/// ```
///
/// The simulation controls tasks of every kind, actors, the main actor, `Task.sleep` and Swift's
/// clocks. The same seed gives the same order on every machine. When nothing can run, virtual time
/// jumps to the next deadline. Tasks that have not ended when `body` returns are cancelled and
/// reported as an issue.
///
/// - Throws: The error that `body` throws, or a ``SimulationError`` if the simulation cannot
///   finish.
@discardableResult
public func simulate<Success: Sendable>(
  seed: UInt64,
  _ options: SimulationOption...,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column,
  operation body: @escaping @Sendable @concurrent (Simulation) async throws -> Success
) async throws -> Success {
  let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return try await SingleRun(.random(seed: seed), options, site)(body)
}

/// Runs `body` in a simulation with the given schedule. By default, jobs run in first-in, first-out
/// order.
///
/// - Throws: The error that `body` throws, or a ``SimulationError`` if the simulation cannot
///   finish.
@discardableResult
public func simulate<Success: Sendable>(
  _ schedule: Schedule = .fifo,
  _ options: SimulationOption...,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column,
  operation body: @escaping @Sendable @concurrent (Simulation) async throws -> Success
) async throws -> Success {
  let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return try await SingleRun(schedule, options, site)(body)
}

/// Runs `body` in a simulation on the calling thread, for code that cannot use `await`.
///
/// - Throws: The error that `body` throws, or a ``SimulationError`` if the simulation cannot
///   finish.
@discardableResult
@_disfavoredOverload
public func simulate<Success: Sendable>(
  seed: UInt64,
  _ options: SimulationOption...,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column,
  operation body: @escaping @Sendable @concurrent (Simulation) async throws -> Success
) throws -> Success {
  let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return try SingleRun(.random(seed: seed), options, site).runBlocking(body)
}

/// Runs `body` in a simulation with the given schedule on the calling thread, for code that cannot
/// use `await`.
///
/// - Throws: The error that `body` throws, or a ``SimulationError`` if the simulation cannot
///   finish.
@discardableResult
@_disfavoredOverload
public func simulate<Success: Sendable>(
  _ schedule: Schedule = .fifo,
  _ options: SimulationOption...,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column,
  operation body: @escaping @Sendable @concurrent (Simulation) async throws -> Success
) throws -> Success {
  let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return try SingleRun(schedule, options, site).runBlocking(body)
}
