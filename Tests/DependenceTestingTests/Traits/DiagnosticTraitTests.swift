import Dependence
import DependenceTesting
import Foundation
import TestKeys
import Testing

/// Tests of traits that diagnose a test. `SilentGreenTests` also checks the failures that these
/// traits cause.
struct DiagnosticTraitTests {
  @Dependency(\.number) private var number

  @Test(.strictDependencies, .dependency(\.number, 5))
  func `a strict test can read the dependencies that it overrides`() {
    #expect(number == 5)
  }

  @Test(.dependency(\.number, 5), .strictDependencies(except: TextKey.self))
  func `a strict test can read the dependencies that it excepts`() {
    #expect(number == 5)
    #expect(Dependency(\.text).wrappedValue == "test")
  }

  @Test(.strictDependencies)
  func `a strict test fails when it reads a default`() {
    withKnownIssue {
      _ = number
    } matching: {
      $0.comments.contains { "\($0)".contains("in a strict scope") }
    }
  }

  @Test(.reportUnusedOverrides, .dependency(\.number, 5), .dependencyTrace)
  func `several diagnostic traits can be combined`() {
    #expect(number == 5)
  }

  @Test func `an unused override is reported once if the suite and the test ask for it`()
    async throws
  {
    let run = try await TestBinary(
      filter: "UnusedTests",
      environment: ["DEPENDENCE_TRACED_TESTS": "1", "DEPENDENCE_AUDIT": "1"]
    )

    #expect(!run.hasPassed)
    #expect(run.output.components(separatedBy: "was never read").count == 2, "\(run.output)")
    #expect(!run.output.contains("problems were found"), "\(run.output)")
  }

  @Test func `an override is reported if a later trait only changes a part of it`() async throws {
    let run = try await TestBinary(
      filter: "UnusedChangesTests",
      environment: ["DEPENDENCE_TRACED_TESTS": "1"]
    )

    #expect(!run.hasPassed)
    #expect(run.output.contains("was never read"), "\(run.output)")
  }

  @Test func `a trace is attached only to tests that fail`() async throws {
    let run = try await TestBinary(
      filter: "TracedTests",
      environment: ["DEPENDENCE_TRACED_TESTS": "1"]
    )

    #expect(!run.hasPassed)
    let attached = run.output.split(separator: "\n").filter { $0.contains("dependencies.txt") }
    #expect(attached.count == 3, "\(run.output)")
    for name in ["expects()", "throwsAnError()", "reportsFromElsewhere()"] {
      #expect(run.output.contains("Test \(name) failed"), "\(run.output)")
    }
  }

  @Test func `in a strict run, tests that read defaults fail`() async throws {
    let run = try await TestBinary(
      filter: "FreshRootTests/.with a trait",
      environment: ["DEPENDENCE_STRICT": "1"]
    )

    #expect(!run.hasPassed)
    // Each of the 20 cases reports one issue.
    let words = "was read without an override, which is an issue in a strict scope"
    #expect(run.output.components(separatedBy: words).count == 1 + 20, "\(run.output)")
    #expect(!run.output.contains("reads cannot be checked"), "\(run.output)")
  }

  @Test func `a test that throws is not checked for unused overrides`() async throws {
    let run = try await TestBinary(
      filter: "ThrowingTests",
      environment: ["DEPENDENCE_TRACED_TESTS": "1"]
    )

    #expect(!run.hasPassed)
    #expect(run.output.contains("Test throwsAnError() failed"), "\(run.output)")
    #expect(!run.output.contains("was never read"), "\(run.output)")
  }

  @Test func `a strict run fails for a read outside all scopes`() async throws {
    let run = try await TestBinary(
      filter: "OutsideTests",
      environment: ["DEPENDENCE_TRACED_TESTS": "1", "DEPENDENCE_STRICT": "1"]
    )

    #expect(!run.hasPassed)
    #expect(
      run.output.contains(
        """
        TestKeys.NumberKey was read outside all scopes, which is an issue because DEPENDENCE_STRICT is \
        1. Detached tasks, queues and threads do not inherit the scope of the code that started them. \
        Call captureDependencies() in that code, and read the dependency in the closure of run.
        """
      ),
      "\(run.output)"
    )
  }
}

/// Tests that `DiagnosticTraitTests` runs in a separate process.
@Suite(
  .enabled { System.environmentVariable("DEPENDENCE_TRACED_TESTS") != nil },
  .reportUnusedOverrides
)
struct ThrowingTests {
  @Test(.dependency(\.number, 5))
  func throwsAnError() throws {
    struct Failure: Error {}
    throw Failure()
  }
}

/// Tests that `DiagnosticTraitTests` runs in a separate process.
@Suite(
  .enabled { System.environmentVariable("DEPENDENCE_TRACED_TESTS") != nil },
  .reportUnusedOverrides
)
struct UnusedTests {
  @Test(.dependency(\.number, 5), .reportUnusedOverrides)
  func overridesInVain() {}
}

/// Tests that `DiagnosticTraitTests` runs in a separate process.
@Suite(.enabled { System.environmentVariable("DEPENDENCE_TRACED_TESTS") != nil })
struct UnusedChangesTests {
  @Test(.reportUnusedOverrides, .dependency(\.number, 5), .dependencies { $0.number += 1 })
  func overridesInVain() {}
}

/// Tests that `DiagnosticTraitTests` runs in a separate process.
@Suite(.enabled { System.environmentVariable("DEPENDENCE_TRACED_TESTS") != nil })
struct OutsideTests {
  @Test func reads() async {
    await Task.detached { _ = Dependency(\.number).wrappedValue }.value
  }
}

/// Tests that `DiagnosticTraitTests` runs in a separate process.
@Suite(
  .enabled { System.environmentVariable("DEPENDENCE_TRACED_TESTS") != nil },
  .dependencyTrace
)
struct TracedTests {
  @Test func expects() {
    #expect(Dependency(\.number).wrappedValue == 4)
  }

  @Test func throwsAnError() throws {
    struct Failure: Error {}
    throw Failure()
  }

  @Test func reportsFromElsewhere() async {
    let scope = captureDependencies()
    await Task.detached { scope.run { reportIssue("from elsewhere") } }.value
  }

  @Test func passes() {
    #expect(Dependency(\.number).wrappedValue == 3)
  }

  @Test func strays() async {
    await Task.detached { reportIssue("nobody's") }.value
  }

  @Test func warns() {
    Issue.record("no more than a warning", severity: .warning)
  }

  @Test func isCancelled() throws {
    try Test.cancel()
  }

  @Test func knows() {
    withKnownIssue { #expect(Dependency(\.number).wrappedValue == 4) }
  }
}
