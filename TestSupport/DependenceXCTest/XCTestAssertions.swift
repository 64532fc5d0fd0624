#if canImport(XCTest)
import Dependence
import Foundation
import XCTest

/// Support for `XCTAssert…` and `XCTFail` in a `@Test` function. If one of them fails, the test
/// fails. Without this support, XCTest would ignore the failure, because XCTest is not running when
/// Swift Testing runs the tests.
///
/// On Linux, XCTest passes a failure to its current test case. This type therefore starts a test
/// case that never ends and that forwards failures to Swift Testing.
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

/// A test case that never ends. While Swift Testing is running, XCTest passes failed assertions to
/// this test case.
///
/// `@unchecked Sendable` because `XCTestCase` is not `Sendable`. This subclass has no mutable
/// state.
private final class AssertionSentinel: XCTestCase, @unchecked Sendable {
  static let isCurrent = DispatchSemaphore(value: 0)

  override func invokeTest() {
    Self.isCurrent.signal()
    System.stay()
  }

  /// Forwards a failed assertion to Swift Testing or, if Swift Testing runs no test in the current
  /// task, to the current dependency scope. XCTest calls this method in the task that made the
  /// assertion.
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
