import DependenceHarness
import DependenceTesting
import Foundation
import Testing

/// A test that `ContextErrorTests` runs in a separate process.
@Suite(
  .enabled(if: ProcessInfo.processInfo.environment["DEPENDENCE_PROBE"] != nil),
  .dependencies
)
struct ContextErrorProbes {
  @Test func `expects an issue while it reads the context`() {
    withExpectedIssues { _ = DependencyValues.current.context }
  }
}

struct ContextErrorTests {
  @Test func `an invalid variable is no issue that a test can expect`() async throws {
    let run = try await TestBinary(
      filter: "ContextErrorProbes",
      environment: ["DEPENDENCE_PROBE": "1", "DEPENDENCE_STRICT": "yes"]
    )

    #expect(!run.hasPassed)
    #expect(run.output.contains(#"DEPENDENCE_STRICT is "yes""#), "\(run.output)")
  }

  @Test
  func `an invalid DEPENDENCE_CONTEXT fails the first test that reads a dependency`() async throws {
    let run = try await TestBinary(
      filter: "FreshRootTests/.with a trait",
      environment: ["DEPENDENCE_CONTEXT": "production"]
    )

    #expect(!run.hasPassed)
    #expect(
      run.output.contains("\"with a trait, every case computes its own defaults\" recorded an")
    )
    #expect(run.output.components(separatedBy: "which is not a context").count == 2)
    #expect(
      run.output.contains(#"DEPENDENCE_CONTEXT is "production", which is not a context"#),
      "\(run.output)"
    )
  }

  @Test func `an invalid variable fails a run in which no test reads a dependency`() async throws {
    let run = try await TestBinary(
      filter: "DependencyContextTests/.a process detects its testing library",
      environment: ["DEPENDENCE_CONTEXT": "production", "DEPENDENCE_AUDIT": "yes"]
    )

    #expect(!run.hasPassed)
    #expect(
      run.output.contains(#"DEPENDENCE_CONTEXT is "production", which is not a context"#),
      "\(run.output)"
    )
    #expect(run.output.contains(#"DEPENDENCE_AUDIT is "yes""#), "\(run.output)")
  }
}
