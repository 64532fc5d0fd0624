import Foundation
import Subprocesses
import Testing

@testable import DependenceRecording

struct TestIdentityTests {
  private static let isProbe =
    ProcessInfo.processInfo.environment["DEPENDENCE_FILTER_PROBE"] != nil

  @Test func `the filter of a test's name (e.g. $0) selects this test`() async throws {
    if Self.isProbe { return }
    let filter = TestIdentity(try #require(Test.current)).filter

    let transcript = try await Subprocess.runSelf(
      ["--testing-library", "swift-testing", "--filter", filter],
      environment: ["DEPENDENCE_FILTER_PROBE": "1"]
    )

    #expect(transcript.contains("Test run with 1 test in"), "\(filter)\n\(transcript)")
    #expect(
      filter == #"""
        ^DependenceRecordingTests\.TestIdentityTests/\#
        `the filter of a test.s name \(e\.g\. \$0\) selects this test`\(\)/\#
        TestIdentityTests\.swift:
        """#
    )
  }

  // The name of this test begins with the name of the test above. A filter that consists of this
  // name only would therefore also select this test.
  @Test func `the filter of a test's name (e.g. $0) selects this test and not this one`() {
    #expect(!Self.isProbe)
  }

  @Test(arguments: [
    ("APITests.testFetch", #"\bAPITests/testFetch$"#),
    ("-[AppTests.APITests testFetch]", #"\bAppTests\.APITests/testFetch$"#),
  ])
  func `the filter of a test in XCTest consists of its class and method`(
    name: String,
    filter: String
  ) {
    #expect(TestIdentity(name: name).filter == filter)
  }
}
