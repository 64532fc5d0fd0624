#if !canImport(Darwin) && compiler(<6.4)
import Dependence
@testable import DependenceXCTest
import Testing
import XCTest

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
