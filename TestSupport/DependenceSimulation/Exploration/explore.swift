import Dependence

/// Runs `body` with one random schedule after another, each in a new simulation, until one fails or
/// all have been tried.
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
/// A schedule fails if an expectation fails, an issue is reported, `body` throws, tasks deadlock or
/// do not end, or the code does something that the schedule does not control. The search then
/// shrinks (simplifies) the failing schedule, runs it once more, and records the issues of this
/// last run together with the run's timeline and replay token.
///
/// All runs start from the same state. Like a test, each run has its own dependency root, which
/// owns the default values. The closures of the `.dependencies` traits around the test, or the
/// test's `configureDependencies` method, are evaluated again for each run. A value that cannot be
/// recreated, such as a static property, is shared by all runs. If a run modifies such a value, the
/// search fails and names the value. The runs also share the variables that `body` captures. The
/// search does not check these, so `body` should not change them.
///
/// - Parameters:
///   - schedules: The number of random schedules to try, which must be at least 1.
///   - firstSeed: The seed of the first schedule.
///   - concurrency: The number of runs that execute at the same time. If it exceeds 1, the runs
///     must not share any state, including global actors. An exhaustive search always runs one
///     schedule at a time, because its next schedule depends on the results of all earlier ones. So
///     does every search in XCTest, because XCTest cannot tell which run a failed assertion belongs
///     to.
///   - options: The options for each simulation.
///   - body: The operation to run. It does not inherit its caller's isolation.
/// - Throws: An error if the surrounding task is cancelled, if this process cannot run simulations,
///   or if a trait's closure throws. An error that `body` throws is reported as an issue.
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

/// Runs `body` with one schedule of `exploration` after another, each in a new simulation, until
/// one fails or all have been tried.
///
/// For details, see
/// ``explore(schedules:firstSeed:concurrency:_:fileID:filePath:line:column:operation:)``.
///
/// - Throws: An error if the surrounding task is cancelled, if this process cannot run simulations,
///   or if a trait's closure throws.
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
