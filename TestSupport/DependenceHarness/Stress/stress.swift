package import Dependence

/// Runs `body` many times, several iterations at once, to find failures that occur only when code
/// runs in parallel.
///
/// ```swift
/// try await stress(iterations: 200) { iteration in
///   var random = iteration.random
///   let amount = Int.random(in: 1...100, using: &random)
///   let account = Account()
///   await account.deposit(amount)
///   #expect(await account.balance == amount)
/// }
/// ```
///
/// Each iteration computes its own default values and inherits the overrides of the current scope.
/// Iterations run in waves: `concurrency` iterations start together, and the next wave starts when
/// all of them have ended. Issues and failed expectations mention the iteration they occurred in
/// and the seed that repeats it. After ten iterations have thrown errors, no further wave starts.
///
/// In XCTest, use `#expect`, `reportIssue`, or `throw` in `body`, because `XCTAssert…` is not
/// thread-safe.
///
/// - Parameters:
///   - iterations: The number of iterations, 1 or more.
///   - concurrency: The number of iterations per wave, from 1 to 1024. The default is the number of
///     active processor cores, but at least 2.
///   - seed: The seed for the iterations' random number generators. By default, it is the value of
///     the environment variable `DEPENDENCE_STRESS_SEED`, or random if the variable is not set.
///   - body: The code of one iteration. It runs in a child task that does not inherit actor
///     isolation.
/// - Throws: An error only if the current task is cancelled. If `body` throws an error while the
///   task is not cancelled, the error is reported as an issue instead.
public func stress(
  iterations: Int = 100,
  concurrency: Int? = nil,
  seed: UInt64? = nil,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column,
  _ body: @escaping @Sendable @concurrent (StressIteration) async throws -> Void
) async throws {
  let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  try await runStressed(
    as: "stress",
    iterations: iterations,
    concurrency: concurrency,
    seed: seed,
    at: site,
    body
  )
}

/// Runs a stress test for ``stress(iterations:concurrency:seed:fileID:filePath:line:column:_:)`` or
/// the trait `.stress`. `apiName` is the name of the API that the test uses, which appears in
/// messages that explain how to repeat the test.
package func runStressed(
  as apiName: String,
  iterations: Int,
  concurrency: Int?,
  seed: UInt64?,
  at site: SourceSite,
  _ body: @escaping @Sendable @concurrent (StressIteration) async throws -> Void
) async throws {
  let plan: StressPlan
  do {
    plan = try StressPlan(apiName, iterations: iterations, concurrency: concurrency, seed: seed)
  } catch {
    return IssuePath.deliver(error.message, at: site)
  }
  try await CallsInProgress.track(apiName, at: site) {
    try await StressRun(plan: plan, site: site, frame: .readable, body: body)()
  }
}
