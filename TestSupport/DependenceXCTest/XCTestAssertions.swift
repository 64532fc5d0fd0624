#if canImport(XCTest)
import Dependence
import Foundation
import XCTest

/// Support for `XCTAssert…` and `XCTFail` in a `@Test`, so that they fail this test.
///
/// XCTest on Linux passes a failure to its current test case, and drops the failure if there is
/// none. So this type starts a test case that never ends if Swift Testing runs.
enum XCTestAssertions {
  #if canImport(Testing) && !canImport(Darwin) && compiler(<6.4)
  static func install() {
    guard ProcessContext.current.runsSwiftTesting else { return }
    System.startThread { AssertionSentinel(name: "sentinel", testClosure: { _ in }).run() }
    AssertionSentinel.isCurrent.wait()
  }
  #else
  static func install() {}
  #endif
}

#if canImport(Testing) && !canImport(Darwin) && compiler(<6.4)
import Testing

func isAssertionSentinel(_ testCase: XCTestCase) -> Bool { testCase is AssertionSentinel }

/// The current test case of XCTest while Swift Testing runs.
private final class AssertionSentinel: XCTestCase, @unchecked Sendable {
  // Unchecked because `XCTestCase` is not `Sendable`. This subclass has no state.

  static let isCurrent = DispatchSemaphore(value: 0)

  override func invokeTest() {
    Self.isCurrent.signal()
    System.stay()
  }

  /// Delivers a failed assertion as an issue. XCTest calls this method on the thread and in the
  /// task of the assertion.
  override func recordFailure(
    withDescription description: String,
    inFile filePath: String,
    atLine lineNumber: Int,
    expected: Bool
  ) {
    let fileName = filePath.split(separator: "/").last.map(String.init) ?? filePath
    let site = SourceSite("XCTest/\(fileName)", filePath, lineNumber, 0)
    let issue = DependencyIssue(description, kind: .assertion, at: site)
    if Test.current != nil {
      issue.recordWithSwiftTesting()
    } else {
      IssuePath.deliver(issue, from: .current)
    }
  }
}
#else
func isAssertionSentinel(_ testCase: XCTestCase) -> Bool { false }
#endif
#endif
