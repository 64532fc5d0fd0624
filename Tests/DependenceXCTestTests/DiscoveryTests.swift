#if !canImport(Darwin)
import Dependence
@testable import DependenceXCTest
import Foundation
import TestKeys
import Testing
import XCTest

private let made = Lock(0)

private func site(_ line: Int) -> SourceSite { SourceSite("M/F.swift", "/F.swift", line, 1) }

/// A test case without test methods that reports two issues when it is created.
private final class ReportingCase: XCTestCase {
  private let property: Void = {
    made.withLock { $0 += 1 }
    IssuePath.deliver("wrong", at: site(1))
    IssuePath.deliver("Wrong!", at: site(2))
  }()
}

struct DiscoveryTests {
  @Test
  func `a test case is created again once, and only its own issues are attributed to it`()
    async throws
  {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let discovery = Discovery()
      let testCase = withIssueReporter(IssueRecorder()) {
        ReportingCase(name: "testIt", testClosure: { _ in })
      }
      #expect(discovery.issues(ofMaking: testCase) == [])
      #expect(made.withLock { $0 } == 1)

      discovery.hold(DependencyIssue("wrong", at: site(1)))
      discovery.hold(DependencyIssue("another kind", kind: .assertion, at: site(1)))
      discovery.hold(DependencyIssue("another place", at: site(3)))
      let issues = [1, 2].map { _ in discovery.issues(ofMaking: testCase) }

      let advice = """
        This happened in a stored property of ReportingCase. XCTest creates stored properties before it \
        runs the first test, and outside the scope of the test. Declare the property as a lazy var, or \
        assign it in setUp.
        """
      let expected = [
        DependencyIssue("wrong. \(advice)", at: site(1)),
        DependencyIssue("Wrong! \(advice)", at: site(2)),
      ]
      #expect(issues == [expected, expected])
      #expect(made.withLock { $0 } == 2)
      System.writeToStandardError("begin\n")
      exit(EXIT_SUCCESS)
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    let explanation = UnattributedIssues.Reason.beforeTests.explanation
    #expect(
      output.hasSuffix(
        """
        begin
        /F.swift:1:1: warning: another kind
          \(explanation)
        /F.swift:3:1: warning: another place
          \(explanation)
        dependence: This test process fails: 2 issues could not be recorded on a running test (printed \
        above)

        """
      ),
      "\(output)"
    )
  }
}
#endif
