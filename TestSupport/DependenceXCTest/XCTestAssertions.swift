#if canImport(XCTest)
import Dependence
import Foundation
import XCTest

/// Makes `XCTAssert…` and `XCTFail` inside a `@Test` fail it.
///
/// XCTest on Linux hands a failure to its current case, and drops it where there is none. In a pass
/// of Swift Testing this supplies one: a case that is started and never ends.
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

/// XCTest's current case for the whole of a Swift Testing pass.
private final class AssertionSentinel: XCTestCase, @unchecked Sendable {
  // Unchecked, because XCTestCase is not Sendable; this one has no state.

  static let isCurrent = DispatchSemaphore(value: 0)

  override func invokeTest() {
    Self.isCurrent.signal()
    System.stay()
  }

  /// Called on the thread, and in the task, of the assertion.
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
