package import Dependence

/// Runs `body` many times, with several iterations at once, to find failures that occur only in
/// parallel.
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
/// Every iteration computes its own defaults and inherits the overrides of the current scope.
/// Iterations run in waves: `concurrency` iterations start together, and the next wave starts after
/// all of them have ended. Issues and failed expectations name the iteration in which they occurred
/// and the seed that repeats it. The stress test stops after ten iterations have thrown.
///
/// In XCTest, use `#expect`, `reportIssue` or `throw` in `body`, because `XCTAssert…` is not
/// thread-safe.
///
/// - Parameters:
///   - iterations: The number of iterations, 1 or more.
///   - concurrency: The number of iterations per wave, from 1 to 1024. The default is the number of
///     active processor cores, but at least 2.
///   - seed: The seed of the random numbers of the iterations. The default is the value of the
///     environment variable `DEPENDENCE_STRESS_SEED`, or a random seed.
///   - body: The code of an iteration. It runs in a child task that inherits no actor isolation.
/// - Throws: An error only if the surrounding task is cancelled. Other errors of `body` are issues.
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

/// Implements ``stress(iterations:concurrency:seed:fileID:filePath:line:column:_:)`` and the trait
/// `.stress`. Error messages refer to the API by `apiName`.
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
  try await StressRun(plan: plan, site: site, frame: .readable, body: body)()
}
