import Dependence
@testable import DependenceTesting
import Foundation
import Testing

struct EntrustedIssuesTests {
  private static let lost = """
    /F.swift:0:1: warning: issue 0
      \(UnattributedIssues.Reason.ended(test: "pays()").explanation)

    """
  private static let verdict = "dependence: This test process fails: "
  private static let lostVerdict = """
    \(verdict)1 issue could not be recorded on a running test (printed above)

    """
  private static let advice = """
    from other tasks or threads reached a test without the trait .dependencies, when the test may \
    already have ended. Add this trait to the test. To expect such an issue, use withExpectedIssues, because \
    withKnownIssue accepts only issues from the task of the test. The list of these issues:

    """
  private static func listed(_ numbers: [Int]) -> String {
    numbers.map { number in
      let site = SourceSite("M/F.swift", "/F.swift", number, 1)
      return "- \(site): issue \(number) (in the test \"pays()\")\n"
    }.joined()
  }

  @Test(arguments: [
    (1, [], lost + lostVerdict),
    (1, [0], "\(verdict)1 issue \(advice)\(listed([0]))"),
    (2, [1], "\(lost)\(lostVerdict)\(verdict)1 issue \(advice)\(listed([1]))"),
    (2, [0, 1, 1], "\(verdict)2 issues \(advice)\(listed([0, 1]))"),
  ])
  func `a process fails for entrusted issues, and prints those that were not confirmed`(
    count: Int,
    confirmed: [Int],
    expected: String
  ) async throws {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) { [count, confirmed] in
      let receipts = (0..<count).map { number in
        let site = SourceSite("M/F.swift", "/F.swift", number, 1)
        return EntrustedIssues.entrust(DependencyIssue("issue \(number)", at: site), of: "pays()")
      }
      System.writeToStandardError("begin\n")
      for index in confirmed { receipts[index].confirm() }
      exit(EXIT_SUCCESS)
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(output.hasSuffix("begin\n" + expected), "\(output)")
  }
}
