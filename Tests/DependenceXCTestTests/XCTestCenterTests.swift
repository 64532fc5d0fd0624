#if !canImport(Darwin)
import Dependence
@testable import DependenceXCTest
import Foundation
import Testing
import XCTest

/// A test case without test methods.
private final class EmptyCase: XCTestCase {}

struct XCTestCenterTests {
  private static let issue = DependencyIssue("late", at: SourceSite("M/F.swift", "/F.swift", 1, 2))

  @Test func `while Swift Testing runs, issues are not held for XCTest`() {
    #expect(!XCTestCenter().receiveBeforeTests(Self.issue))
  }

  @Test
  func `a test case that has ended records no more issues, and its root is closed`() async throws {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let center = XCTestCenter()
      let testCase = EmptyCase(name: "testIt", testClosure: { _ in })
      #expect(center.running == nil)
      center.testCaseWillStart(testCase)
      let running = try #require(center.running)
      #expect(!running.frame.root.isClosed)
      System.writeToStandardError("begin\n")

      center.testCaseDidFinish(testCase)

      #expect(center.running == nil)
      #expect(running.frame.root.isClosed)
      #expect(running.owner.receive(Self.issue))
      exit(EXIT_SUCCESS)
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      output.hasSuffix(
        """
        begin
        /F.swift:1:2: warning: late
          \(UnattributedIssues.Reason.ended(test: "EmptyCase.testIt").explanation)
        dependence: This test process fails: 1 issue could not be recorded on a running test (printed \
        above)

        """
      ),
      "\(output)"
    )
  }
}
#endif
