package import Dependence

/// Runs `body` many times, several at a time, to find out what only goes wrong in parallel.
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
/// Every iteration has a root of its own, and the overrides of this scope. Iterations run in waves: `concurrency` of
/// them start together, and the next ones when all have ended. Issues and failed expectations say in which iteration
/// they happened, and how to draw the same numbers again. The run stops after ten iterations that threw.
///
/// In XCTest, use `#expect`, `reportIssue` or `throw` in `body`: `XCTAssert…` is not made for several threads.
///
/// - Parameters:
///   - iterations: 1 or more.
///   - concurrency: From 1 to 1024; if nil, the number of active processor cores, and at least 2.
///   - seed: Decides the numbers that iterations draw; if nil, `DEPENDENCE_STRESS_SEED` of the environment, or chance.
///   - body: Runs in a child task, in no actor's isolation but what it says itself.
/// - Throws: Only if the surrounding task is cancelled. What `body` throws otherwise is an issue.
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

/// The work of ``stress(iterations:concurrency:seed:fileID:filePath:line:column:_:)`` and the trait, under the name
/// by which it was called.
package func runStressed(
  as door: String,
  iterations: Int,
  concurrency: Int?,
  seed: UInt64?,
  at site: SourceSite,
  _ body: @escaping @Sendable @concurrent (StressIteration) async throws -> Void
) async throws {
  let plan: StressPlan
  do {
    plan = try StressPlan(door, iterations: iterations, concurrency: concurrency, seed: seed)
  } catch {
    return IssuePath.deliver(error.message, at: site)
  }
  try await StressRun(plan: plan, site: site, frame: .readable, body: body)()
}
