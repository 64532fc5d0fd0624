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
/// Every iteration has a root of its own, as a test has: what is overridden here is overridden there,
/// with the same values; defaults, `Lazy`s and what an iteration prepares are its own. When it ends,
/// what it left behind is an issue, and what still reads through its scope is one that names it.
///
/// Iterations run in waves: `concurrency` of them start together, and the next ones when all have
/// ended. The seed decides the numbers that each iteration draws, not which task runs when.
///
/// Issues, failed expectations of Swift Testing and errors that `body` throws say in which iteration
/// they happened, and how to run the same numbers again. All iterations run, unless ten have thrown.
/// In XCTest, use `#expect`, `reportIssue` or `throw` in `body`:
/// XCTest's own assertions are not made for several threads at once, and do not know the iteration.
///
/// - Parameters:
///   - iterations: How often; 1 or more.
///   - concurrency: How many at a time, from 1 to 1024; as many as there are active processor cores,
///     and at least 2, if nil.
///   - seed: What decides the numbers; if nil, the environment variable `DEPENDENCE_STRESS_SEED`, and
///     where that is not set, chance.
///   - body: Runs in a child task, in no actor's isolation but what it says itself.
/// - Throws: Only if the surrounding task is cancelled: what an iteration threw then, or
///   `CancellationError`. What `body` throws otherwise is an issue.
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

/// What ``stress(iterations:concurrency:seed:fileID:filePath:line:column:_:)`` and the trait do, under
/// the name by which it was called.
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
    return IssuePath.deliver(DependencyIssue(error.message, at: site), from: .current)
  }
  try await StressRun(plan: plan, site: site, frame: .readable, body: body)()
}
