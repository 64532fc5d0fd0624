import DependenceTesting
import Foundation
import TestKeys
import Testing
import XCTest

/// A trait that a user could write. It overrides a dependency without the traits of this library.
private struct ForeignTrait: TestTrait, SuiteTrait, TestScoping {
  var isRecursive = true

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withDependencies {
      $0.number = 40
    } operation: {
      try await function()
    }
  }
}

/// The tokens that the tests in this file have read so far. The array retains them, so that a new
/// token cannot have the address of an earlier one.
private let tokens = LockBox<[Token]>([])

private func expectNewToken() {
  let token = DependencyValues.current.token
  #expect(token === DependencyValues.current.token)
  #expect(!tokens.value.contains { $0 === token })
  tokens.withValue { $0.append(token) }
}

@Suite(ForeignTrait(isRecursive: false), .dependencies, .serialized)
struct ForeignSuiteTraitTests {
  @Test(arguments: 0..<3)
  func `each test computes its own defaults in the scope of its suite`(number: Int) {
    #expect(DependencyValues.current.number == 40)
    expectNewToken()
  }

  @Test(.dependency(\.number, 41)) func `a trait of the test overrides the scope of its suite`() {
    #expect(DependencyValues.current.number == 41)
  }

  @Test func `an issue belongs to the running test`() {
    withKnownIssue {
      reportIssue("from the test")
    } matching: {
      $0.comments.map(\.rawValue) == ["from the test"]
    }
  }
}

/// A trait that a user could write. It reads a default around a whole suite and captures the scope.
private struct ReadingTrait: SuiteTrait, TestScoping {
  static let captured = LockBox<CapturedDependencies?>(nil)

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    expectNewToken()
    Self.captured.withValue { $0 = captureDependencies() }
    try await withDependencies {
      $0.number += 2
    } operation: {
      #expect(DependencyValues.current.number == 42)
      try await function()
      #expect(DependencyValues.current.number == 42)
    }
  }
}

@Suite(ForeignTrait(isRecursive: false))
struct ForeignSuiteTests {
  @Test(arguments: 0..<3)
  func `each test computes its own defaults, even without a trait`(number: Int) async {
    #expect(DependencyValues.current.number == 40)
    expectNewToken()
    let token = DependencyValues.current.token
    await withDependencies {
      $0.number = 41
    } operation: {
      #expect(DependencyValues.current.number == 41)
      async let other = DependencyValues.current.token
      #expect(await other === token)
    }
  }

  @Suite(ReadingTrait()) struct Inner {
    @Test(arguments: 0..<3)
    func `tests in an inner suite have the overrides of both suites`(number: Int) {
      #expect(DependencyValues.current.number == 42)
      expectNewToken()
    }

    @Test(.dependencies { $0.number += 1 })
    func `a trait of the test sees the overrides of both suites`() {
      #expect(DependencyValues.current.number == 43)
      expectNewToken()
    }

    @Test(ForeignTrait()) func `a foreign trait of the test takes precedence`() {
      #expect(DependencyValues.current.number == 40)
      expectNewToken()
    }

    @Test func `a scope that was captured around the suite is available on other threads`() async {
      let captured = ReadingTrait.captured.value
      let number = await Task.detached {
        captured?.run { DependencyValues.current.number }
      }.value
      #expect(number == 40)
    }
  }

  @Test(arguments: 0..<3)
  func `an issue in the scope of a suite belongs to the running test`(number: Int) {
    #expect(DependencyValues.current.number == 40)
    withKnownIssue {
      reportIssue("from the test")
    } matching: {
      $0.comments.map(\.rawValue) == ["from the test"]
    }
  }
}

/// A trait that a user could write. It prepares a value.
private struct PreparingTrait: TestTrait, SuiteTrait, TestScoping {
  var isRecursive = true

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    prepareDependencies { $0.number = 50 }
    try await function()
  }
}

struct ForeignPreparationTests {
  @Test(PreparingTrait()) func `a trait can prepare a value for a test without other traits`() {
    #expect(DependencyValues.current.number == 50)
  }

  @Test(PreparingTrait(), .dependencies, arguments: 0..<3)
  func `a value that a foreign trait has prepared is kept by later traits`(number: Int) {
    #expect(DependencyValues.current.number == 50)
    expectNewToken()
    withKnownIssue {
      prepareDependencies { $0.number = 51 }
    } matching: {
      "\($0)".contains("already called")
    }
  }

  @Test(PreparingTrait(), .dependencies { $0.number += 1 })
  func `a later trait overrides a value that a foreign trait has prepared`() {
    #expect(DependencyValues.current.number == 51)
  }

  @Test(.dependencies, PreparingTrait())
  func `a foreign trait can prepare a value after other traits`() {
    #expect(DependencyValues.current.number == 50)
  }
}

/// A trait that a user could write. It runs each test twice.
private struct RepeatingTrait: TestTrait, TestScoping {
  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await function()
    try await function()
  }
}

private let preparations = LockBox(0)

struct ForeignRepetitionTests {
  @Test(RepeatingTrait(), .dependencies)
  func `each repetition has its own values if the repeating trait comes first`() {
    prepareDependencies { $0.number = 50 }
    #expect(DependencyValues.current.number == 50)
  }

  @Test(.dependencies, RepeatingTrait())
  func `repetitions share their values if the repeating trait comes last`() {
    let isFirst = preparations.withValue {
      $0 += 1
      return $0 == 1
    }
    withKnownIssue {
      prepareDependencies { $0.number = 50 }
    } when: {
      !isFirst
    } matching: {
      "\($0)".contains("List a trait that repeats the test before .dependencies")
    }
  }
}

private let isProbing = ProcessInfo.processInfo.environment["DEPENDENCE_PROBE"] != nil

/// Tests that `ForeignTraitTests` runs in a separate process.
@Suite(.enabled(if: isProbing, "only started by ForeignTraitTests"))
struct ForeignTraitProbes {
  @Test(ForeignTrait(), .dependencies) func `a late read`() {
    Task {
      while !DependencyValues.current.frame.root.isClosed {
        try? await Task.sleep(for: .milliseconds(1))
      }
      _ = DependencyValues.current.number
    }
  }

  @Test(ForeignTrait(), .dependencies) func `an unfinished call`() {
    let spy = Spy<Void>("API.poll")
    let poll = spy.wrap {
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    Task.immediate { await poll() }
  }
}

/// Tests that `ForeignTraitTests` runs in a separate process.
@Suite(
  .enabled(if: isProbing, "only started by ForeignTraitTests"),
  ForeignTrait(isRecursive: false)
)
struct ForeignSuiteProbes {
  @Test func `an issue in the task of a test`() { reportIssue("from the test") }

  @Test func `an issue from elsewhere`() async {
    let scope = captureDependencies()
    await Task.detached { scope.run { reportIssue("from elsewhere") } }.value
  }
}

/// Tests that `ForeignTraitTests` runs in a separate process.
@Suite(
  .enabled(if: isProbing, "only started by ForeignTraitTests"),
  PreparingTrait(isRecursive: false)
)
struct ForeignPreparationProbes {
  @Test func `a test in a suite with a prepared value`() {}
}

/// A trait around a whole suite that enters a scope without assigning an override.
private struct SnapshotTrait: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withSnapshotDependencies(.current) { try await function() }
  }
}

@Suite(SnapshotTrait()) struct SnapshotSuiteTests {
  @Test(arguments: 0..<3)
  func `each test in a snapshot around a suite computes its own defaults`(number: Int) {
    expectNewToken()
  }
}

/// A trait around a whole suite that calls a trait of this library.
private struct ForwardingTrait: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let trait: DependencyTrait = .dependencies
    try await trait.provideScope(for: test, testCase: testCase, performing: function)
  }
}

/// Tests that `ForeignTraitTests` runs in separate processes.
@Suite(.enabled(if: isProbing, "only started by ForeignTraitTests"), ForwardingTrait())
struct ForwardedTraitProbes {
  @Test func `an expectation`() { #expect(Bool(false)) }

  @Test(.dependencies) func `an expectation below another trait`() { #expect(Bool(false)) }

  @Test func `a late expectation`() { failLate() }
}

/// A test that `ForeignTraitTests` runs in a separate process.
@Suite(.enabled(if: isProbing, "only started by ForeignTraitTests"))
struct LateTearDownProbes {
  @Test(.resource(\.number, setUp: { 5 }, tearDown: { _ in failLate() }))
  func `a task of tearDown`() {}
}

/// Tests that `ForeignTraitTests` runs in a separate process. The process waits for the task of the
/// second test, and the task of the first test fails in the meantime.
@Suite(.enabled(if: isProbing, "only started by ForeignTraitTests"))
struct LateAssertionProbes {
  @Test func `an assertion of XCTest in a test without a trait`() {
    Task {
      try? await Task.sleep(for: .milliseconds(200))
      XCTFail("late")
    }
  }

  @Test(.dependencies) func `a task that outlives its test`() {
    Task { try? await Task.sleep(for: .milliseconds(600)) }
  }
}

/// Fails an expectation after all tests have ended.
private func failLate() {
  Task {
    try? await Task.sleep(for: .milliseconds(200))
    #expect(Bool(false))
  }
}

struct ForeignTraitTests {
  @Test(arguments: ["an expectation`", "an expectation below another trait"])
  func `a failed expectation fails its test in a suite whose trait is forwarded`(
    name: String
  ) async throws {
    let run = try await TestBinary(
      filter: "ForwardedTraitProbes/.\(name)",
      environment: ["DEPENDENCE_PROBE": "1"]
    )

    #expect(!run.hasPassed)
    #expect(run.output.components(separatedBy: " recorded an issue").count == 2, "\(run.output)")
  }

  @Test(
    arguments: [
      "ForwardedTraitProbes/.a late expectation", "LateTearDownProbes", "LateAssertionProbes",
    ]
  )
  func `an expectation that fails after the last test fails the run`(filter: String) async throws {
    let run = try await TestBinary(filter: filter, environment: ["DEPENDENCE_PROBE": "1"])

    #expect(!run.hasPassed)
    #expect(run.output.contains("1 issue could not be recorded"), "\(run.output)")
  }

  @Test func `prepareDependencies around a whole suite is reported`() async throws {
    let run = try await TestBinary(
      filter: "ForeignPreparationProbes",
      environment: ["DEPENDENCE_PROBE": "1"]
    )

    #expect(!run.hasPassed)
    #expect(run.output.contains("a trait that runs around a whole suite"), "\(run.output)")
  }

  // The tests of `ForeignSuiteProbes` have no trait of this library. An issue from another thread
  // may then be recorded after the test has ended, or be printed after the last test. The process
  // fails in both cases.
  @Test func `an issue in the scope of a suite belongs to the test that reported it`()
    async throws
  {
    let run = try await TestBinary(
      filter: "ForeignSuiteProbes",
      environment: ["DEPENDENCE_PROBE": "1"]
    )

    #expect(!run.hasPassed)
    #expect(run.output.contains("Test \"an issue in the task of a test\" failed"), "\(run.output)")
    let isRecorded = run.output.contains("Test \"an issue from elsewhere\" recorded an issue")
    let isPrinted = run.output.contains("the scope of the test \"an issue from elsewhere\"")
    #expect(isRecorded || isPrinted, "\(run.output)")
  }

  @Test func `the end of a test is noticed after a trait that overrides dependencies`()
    async throws
  {
    let run = try await TestBinary(
      filter: "ForeignTraitProbes",
      environment: ["DEPENDENCE_PROBE": "1"]
    )

    #expect(!run.hasPassed)
    #expect(run.output.contains("Test \"an unfinished call\" failed"), "\(run.output)")
    #expect(
      run.output.contains(
        #"TestKeys.NumberKey was read in the scope of the test "a late read", which has ended."#
      ),
      "\(run.output)"
    )
  }
}
