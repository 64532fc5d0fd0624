import Dependence
import DependenceTesting
import Foundation
import TestKeys
import Testing

/// The values that the iterations of a test have observed.
private struct Seen: Sendable {
  var iterations: [Int] = []
  var tokens: [Token] = []
  var overridden: [Token] = []

  var distinctTokens: Int { Set(tokens.map(ObjectIdentifier.init)).count }
  var distinctOverridden: Int { Set(overridden.map(ObjectIdentifier.init)).count }
}

private enum SpareTokenKey: DependencyKey {
  static var liveValue: Token { Token() }
  static var testValue: Token { Token() }
}

/// A trait that checks in which iterations of a stress test the body of each case was run.
private struct IterationCheck: TestTrait, SuiteTrait, TestScoping {
  @TaskLocal private static var seen: Lock<[Int]>?

  let count: Int
  var isRecursive: Bool { true }

  /// Records the iteration in which the calling test runs.
  static func note() {
    let number = StressIteration.current?.number ?? 0
    seen?.withLock { $0.append(number) }
  }

  @concurrent
  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let seen = Lock<[Int]>([])
    try await Self.$seen.withValue(seen) { try await function() }
    let iterations = seen.withLock { $0.sorted() }
    #expect(iterations == Array(1...count))
  }
}

extension Trait where Self == IterationCheck {
  /// Returns a trait that checks that each case is run once in each of `count` iterations.
  fileprivate static func runs(inIterations count: Int) -> Self { IterationCheck(count: count) }
}

struct StressTraitTests {
  private let seen = Lock(Seen())

  /// Applies two traits to a test that records its observations. The scope of `inner` is inside the
  /// scope of `outer`.
  private func run(
    _ outer: some TestScoping & Trait,
    _ inner: some TestScoping & Trait
  ) async throws {
    let test = try #require(Test.current)
    try await outer.provideScope(for: test, testCase: nil) {
      try await inner.provideScope(for: test, testCase: nil) {
        let token = DependencyValues.current.token
        let overridden = DependencyValues.current[SpareTokenKey.self]
        seen.withLock { seen in
          seen.iterations += [StressIteration.current?.number ?? 0]
          seen.tokens += [token]
          seen.overridden += [overridden]
        }
      }
    }
  }

  @Test func `overrides after the stress trait are evaluated in each iteration`() async throws {
    try await run(.stress(iterations: 30), .dependency(SpareTokenKey.self, Token()))

    let seen = seen.withLock { $0 }
    #expect(seen.iterations.sorted() == Array(1...30))
    #expect(seen.distinctTokens == 30)
    #expect(seen.distinctOverridden == 30)
  }

  @Test func `iterations share overrides before the stress trait, but not defaults`() async throws {
    try await run(.dependency(SpareTokenKey.self, Token()), .stress(iterations: 30))

    let seen = seen.withLock { $0 }
    #expect(seen.iterations.sorted() == Array(1...30))
    #expect(seen.distinctTokens == 30)
    #expect(seen.distinctOverridden == 1)
  }

  @Test(
    .runs(inIterations: 20),
    .stress(iterations: 20),
    .dependency(\.number, 10),
    arguments: [1, 2]
  )
  func `a case is run in the iterations of the stress trait`(argument: Int) async {
    IterationCheck.note()
    #expect(DependencyValues.current.number == 10)
    prepareDependencies { $0.token = Token() }
    await withDependencies {
      $0.number = argument
    } operation: {
      await Task.yield()
      #expect(DependencyValues.current.number == argument)
    }
  }

  @Suite(.runs(inIterations: 5), .stress(iterations: 5))
  struct Recursive {
    private let iteration = StressIteration.current?.number

    @Test func `the stress trait of a suite creates the suite again for each iteration`() {
      IterationCheck.note()
      #expect(iteration == StressIteration.current?.number)
    }
  }

  @Test(.reportUnusedOverrides, .dependency(\.number, 10), .stress(iterations: 4))
  func `an override counts as used if a single iteration reads it`() {
    if StressIteration.current?.number == 3 { #expect(DependencyValues.current.number == 10) }
  }
}

struct StressIssueTests {
  @Test(.dependencies)
  func `an issue of an iteration keeps its kind until it is expected`() async throws {
    try await expectUnimplemented("Client.fetch", count: 1) {
      try await stress(iterations: 3) { _ in unimplemented("Client.fetch") }
    }
  }
}

/// Tests whose iterations fail in different ways. `StressOutcomeTests` runs them in a separate
/// process.
@Suite(.enabled { System.environmentVariable("DEPENDENCE_STRESS_PROBES") != nil })
struct StressProbes {
  private struct Failure: Error {}

  private var isThird: Bool { StressIteration.current?.number == 3 }

  @Test(.stress(iterations: 4)) func `expects in vain`() {
    #expect(!isThird)
  }

  @Test func `expects in vain in a call`() async throws {
    try await stress(iterations: 4) { #expect($0.number != 3) }
  }

  @Test(.stress(iterations: 4)) func `requires in vain`() throws {
    try #require(!isThird)
  }

  @Test(.stress(iterations: 4)) func `throws an error`() throws {
    if isThird { throw Failure() }
  }

  @Test(.stress(iterations: 4)) func `reports at once`() {
    if isThird { reportIssue("boom") }
  }

  @Test(.stress(iterations: 4)) func `reports from elsewhere`() async {
    let scope = captureDependencies()
    let isThird = isThird
    await Task.detached { scope.run { if isThird { reportIssue("boom") } } }.value
  }

  @Test(.stress(iterations: 4)) func warns() {
    if isThird { Issue.record("no more than a warning", severity: .warning) }
  }

  @Test(.stress(iterations: 4)) func `knows better`() {
    withKnownIssue(isIntermittent: true) { #expect(!isThird) }
  }

  @Test(.stress(iterations: 4)) func `knows an issue`() {
    withKnownIssue(isIntermittent: true) { if isThird { reportIssue("boom") } }
  }

  @Test func `knows an issue in a call`() async throws {
    try await stress(iterations: 4) { _ in withKnownIssue { reportIssue("boom") } }
  }

  @Test func `knows the issues of a call`() async {
    await withKnownIssue { try await stress(iterations: 4) { _ in reportIssue("boom") } }
  }

  @Test(.stress(iterations: 4)) func `is cancelled`() throws {
    try Test.cancel("no need")
  }

  @Test(.stress(iterations: 4)) func `is cancelled late`() throws {
    if isThird { try Test.cancel("no need") }
  }

  @Test(.stress(iterations: 4)) func `leaves a task`() {
    guard isThird else { return }
    Task {
      while !DependencyValues.current.frame.root.isClosed { await Task.yield() }
      _ = DependencyValues.current.number
    }
  }

  @Test(.stress(iterations: 0)) func `is never run`() {
    Issue.record("it ran")
  }
}

struct StressOutcomeTests {
  private static let probes = Task {
    try await TestBinary(
      filter: "StressProbes",
      environment: ["DEPENDENCE_STRESS_PROBES": "1", "DEPENDENCE_STRESS_SEED": "42"]
    )
  }

  private let run: TestBinary

  init() async throws {
    run = try await Self.probes.value
  }

  /// Returns the lines of the output that describe an issue of a test, which are its first line and
  /// the following details.
  private func report(of test: String) -> [String] {
    var lines = run.output.split(separator: "\n").drop {
      !$0.contains("Test \"\(test)\" recorded an issue")
    }
    let first = lines.popFirst().map { [String($0)] } ?? []
    return first + lines.prefix { $0.hasPrefix("↳") }.map(String.init)
  }

  private func advice(_ apiName: String) -> String {
    """
    in iteration 3 of 4, seed 42: repeat it with \(apiName)(iterations: 4, seed: 42) or \
    DEPENDENCE_STRESS_SEED=42
    """
  }

  @Test(arguments: ["expects in vain", "requires in vain"])
  func `a failed expectation includes its iteration and seed`(test: String) {
    #expect(report(of: test).last?.hasSuffix(" (\(advice(".stress")))") == true, "\(run.output)")
    #expect(report(of: test).last?.hasPrefix("↳ Expectation failed: ") == true)
  }

  @Test func `a failed expectation in a call to stress includes its iteration and seed`() {
    #expect(
      report(of: "expects in vain in a call").last?.hasSuffix(" (\(advice("stress")))") == true
    )
  }

  @Test(arguments: ["reports at once", "reports from elsewhere"])
  func `a reported issue includes its iteration and seed once`(test: String) {
    let report = report(of: test)

    #expect(report.last == "↳ boom (\(advice(".stress")))", "\(run.output)")
    #expect(report.count == 2)
  }

  @Test func `an error in an iteration is reported with its iteration and seed`() {
    let report = report(of: "throws an error")

    #expect(
      report.last == "↳ An iteration of stress threw Failure() (\(advice(".stress")))",
      "\(run.output)"
    )
  }

  @Test func `a failure in one iteration is recorded as a single issue`() {
    let tests = [
      "expects in vain", "requires in vain", "throws an error", "reports at once", "is never run",
    ]
    for test in tests {
      let issues = run.output.components(separatedBy: "Test \"\(test)\" recorded an issue")
      #expect(issues.count == 2, "\(run.output)")
    }
  }

  @Test func `a warning in an iteration does not fail the test`() {
    #expect(run.output.contains("Test warns() passed"), "\(run.output)")
    #expect(run.output.contains("↳ no more than a warning\n"), "\(run.output)")
    #expect(!run.output.contains("↳ no more than a warning\n↳ in iteration"), "\(run.output)")
  }

  @Test(
    arguments: [
      "knows better", "knows an issue", "knows an issue in a call", "knows the issues of a call",
    ]
  )
  func `a known issue in an iteration does not fail the test`(test: String) {
    #expect(run.output.contains("Test \"\(test)\" passed"), "\(run.output)")
  }

  @Test func `a test that its first iteration cancels is reported as cancelled, not as failed`() {
    #expect(run.output.contains("Test \"is cancelled\" was cancelled"), "\(run.output)")
    #expect(!run.output.contains("Test \"is cancelled\" failed"))
  }

  @Test func `a test that only a later iteration cancels fails`() {
    #expect(run.output.contains("Test \"is cancelled late\" failed"), "\(run.output)")
    #expect(run.output.contains("cancelled the test in iteration 3 of 4"), "\(run.output)")
  }

  @Test func `a task that outlives its iteration and then reads a dependency is reported`() {
    let text = "TestKeys.NumberKey was read in the scope of iteration 3 of 4 of the test"

    #expect(run.output.contains(text), "\(run.output)")
    #expect(run.output.contains("\(text) \"leaves a task\", which has ended"), "\(run.output)")
    let advice = advice(".stress")
    #expect(!run.output.contains("(\(advice)) (\(advice))"), "\(run.output)")
  }

  @Test func `a stress trait with 0 iterations is reported, and the test does not run`() {
    #expect(
      report(of: "is never run").last
        == "↳ stress cannot run 0 iterations, so nothing was run. Pass 1 or more.",
      "\(run.output)"
    )
  }

  @Test func `an invalid DEPENDENCE_STRESS_SEED fails the test`() async throws {
    let run = try await TestBinary(
      filter: "StressTraitTests/.a case is run",
      environment: ["DEPENDENCE_STRESS_SEED": "forty-two"]
    )

    #expect(!run.hasPassed)
    #expect(run.output.contains(#"DEPENDENCE_STRESS_SEED is "forty-two", which is not a seed"#))
  }

  @Test(arguments: ["5", "forty-two"])
  func `a stress seed in the environment that no test uses fails the run`(seed: String) async throws
  {
    let run = try await TestBinary(
      filter: "FaultsTraitTests/.no faults are injected",
      environment: ["DEPENDENCE_STRESS_SEED": seed]
    )

    #expect(!run.hasPassed)
    #expect(
      run.output.contains(
        """
        DEPENDENCE_STRESS_SEED is "\(seed)", but none of the tests that ran is a stress test without a seed in its \
        code, so nothing was repeated. Run only the test that printed the seed, with swift test --filter, or unset the \
        variable.
        """
      ),
      "\(run.output)"
    )
  }
}
