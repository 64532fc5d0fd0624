#if !canImport(Darwin) && compiler(<6.4)
import Dependence
import DependenceTesting
@testable import DependenceXCTest
import Subprocesses
import Testing
import XCTest

private let isProbing = System.environmentVariable("DEPENDENCE_PROBE") != nil

/// Tests that `XCTestAssertionsTests` runs in a separate process.
@Suite(.enabled(if: isProbing, "only started by XCTestAssertionsTests"))
struct XCTestAssertionsProbes {
  private final class InnerCase: XCTestCase {}

  @Test func `runs a test case`() {
    InnerCase(name: "testPasses", testClosure: { _ in }).run()
  }

  @Test(.dependencies) func `leaves a task that fails an assertion`() {
    Task {
      try? await Task.sleep(for: .milliseconds(300))
      XCTFail("late")
    }
  }
}

/// Tests of XCTest assertions in the tests of Swift Testing.
struct XCTestAssertionsTests {
  @Test func `a failed XCTest assertion is recorded as an issue at its line`() {
    let line = UInt(#line) + 2
    withKnownIssue {
      XCTFail("boom")
    } matching: { issue in
      issue.comments == ["failed - boom"]
        && issue.sourceLocation
          == SourceLocation(
            fileID: "XCTest/XCTestAssertionsTests.swift",
            filePath: #filePath,
            line: Int(line),
            column: 1
          )
    }
  }

  @Test(arguments: [(0, 0, 1, 1), (1, 1, 1, 1), (2, 3, 2, 3)])
  func `a line or column of 0 becomes 1 in a recorded issue`(
    line: Int,
    column: Int,
    expectedLine: Int,
    expectedColumn: Int
  ) {
    withKnownIssue {
      DependencyIssue("boom", at: SourceSite("M/F.swift", "/F.swift", line, column))
        .recordWithSwiftTesting()
    } matching: { issue in
      issue.comments == ["boom"]
        && issue.sourceLocation
          == SourceLocation(
            fileID: "M/F.swift",
            filePath: "/F.swift",
            line: expectedLine,
            column: expectedColumn
          )
    }
  }

  @Test
  func `a test case that a test runs fails the test, because XCTest then ignores assertions`()
    async throws
  {
    let transcript = try await runProbe("runs a test case")

    #expect(transcript.ending == .exit(1), "\(transcript)")
    #expect(
      transcript.contains("Test \"runs a test case\" recorded an issue"),
      "\(transcript)"
    )
    #expect(
      transcript.contains(
        "the test case InnerCase.testPasses was run with its method run. From now on, XCTest ignores"
      ),
      "\(transcript)"
    )
  }

  @Test func `an XCTest assertion that fails after the last test fails the process`() async throws {
    let transcript = try await runProbe("leaves a task")

    #expect(transcript.ending == .exit(1), "\(transcript)")
    #expect(
      transcript.contains(
        "warning: failed - late\n  This issue was reported in the scope of the test "
          + "\"leaves a task that fails an assertion\", which has ended"
      ),
      "\(transcript)"
    )
  }

  private func runProbe(_ name: String) async throws -> Transcript {
    try await Subprocess.runSelf(
      ["--testing-library", "swift-testing", "--filter", "XCTestAssertionsProbes.*\(name)"],
      environment: ["DEPENDENCE_PROBE": "1"]
    )
  }

  @Test
  func `in the child process of an exit test, issues are recorded, but traps are not`() async {
    let trap = DependencyIssue("boom", kind: .trap(endpoint: "Client.fetch"), at: .unknown)
    #expect(!trap.recordInExitTestChild())

    await #expect(processExitsWith: .success) {
      let trap = DependencyIssue("boom", kind: .trap(endpoint: "Client.fetch"), at: .unknown)
      #expect(trap.recordInExitTestChild())
      withKnownIssue {
        #expect(DependencyIssue("boom", at: .unknown).recordInExitTestChild())
      } matching: {
        $0.comments == ["boom"]
      }
    }
  }
}
#endif
