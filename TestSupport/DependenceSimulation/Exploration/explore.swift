import Dependence

/// Runs `body` in one simulation after another, each with another schedule, until one fails.
///
/// ```swift
/// try await explore(schedules: 1_000) { _ in
///   let office = BoxOffice(seats: 1)
///   async let first = office.sell()
///   async let second = office.sell()
///   #expect(await [first, second].count(where: \.self) == 1)
/// }
/// ```
///
/// A schedule fails if an expectation does, an issue is reported, `body` throws, tasks deadlock or are
/// left behind, or something happens that no schedule controls. It is then made as simple as it can be,
/// and run once more: its issues are recorded with its timeline, and with a token that replays it.
///
/// All runs start from the same state. Each of them has a root of its own, like a test, and the closures of the
/// `.dependencies` traits around the test, or its `configureDependencies`, are evaluated again for each run. A value that
/// cannot be created again, such as a static property, is shared by all runs: if a run modifies it, the search fails and
/// names it. Variables that `body` captures are shared, too, and are not watched, so they should not change.
///
/// - Parameters:
///   - schedules: How many random schedules to try; 1 or more.
///   - firstSeed: The seed of the first one.
///   - concurrency: How many runs at a time. More than one is for code that shares no state between runs, no
///     global actor among it.
///   - options: How the simulations differ from the usual one.
///   - body: The operation. Runs in no actor's isolation but what it says itself.
/// - Throws: An error if the surrounding task is cancelled, if nothing can be simulated here, or if the closure of a
///   trait throws one. An error that `body` throws is an issue.
@discardableResult
public func explore(
  schedules: Int = 1_000,
  firstSeed: UInt64 = 0,
  concurrency: Int = 1,
  _ options: SimulationOption...,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column,
  operation body: @escaping @Sendable @concurrent (Simulation) async throws -> Void
) async throws -> ExplorationResult {
  let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let exploration = Exploration.random(schedules, firstSeed: firstSeed)
  return try await Explorer(exploration, concurrency, options, at: site, body)()
}

/// Runs `body` in one simulation after another, as ``Exploration`` says, until one fails.
///
/// See ``explore(schedules:firstSeed:concurrency:_:fileID:filePath:line:column:operation:)``.
///
/// - Throws: An error if the surrounding task is cancelled, if nothing can be simulated here, or if the closure of a
///   trait throws one.
@discardableResult
public func explore(
  _ exploration: Exploration,
  concurrency: Int = 1,
  _ options: SimulationOption...,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column,
  operation body: @escaping @Sendable @concurrent (Simulation) async throws -> Void
) async throws -> ExplorationResult {
  let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return try await Explorer(exploration, concurrency, options, at: site, body)()
}
