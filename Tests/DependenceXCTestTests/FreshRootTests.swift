import Dependence
import DependenceXCTest
import TestKeys
import XCTest

/// The tokens that previous test methods have read. The array retains them, so that a new token
/// cannot have the address of an earlier one.
private let seenTokens = Lock<[Token]>([])
private let sharedToken = Lazy { Token() }

private func assertFirstSight(
  of token: Token,
  file: StaticString = #filePath,
  line: UInt = #line
) {
  let isFirst = seenTokens.withLock { seen in
    defer { seen.append(token) }
    return !seen.contains { $0 === token }
  }
  XCTAssertTrue(isFirst, file: file, line: line)
}

final class PlainTestCaseRootTests: XCTestCase {
  private func assertFreshRoot(line: UInt = #line) {
    assertFirstSight(of: DependencyValues.current.token, line: line)
    assertFirstSight(of: sharedToken(), line: line)
    prepareDependencies { $0.number = 20 }
    XCTAssertEqual(DependencyValues.current.number, 20, line: line)
  }

  func testEveryMethodHasARootOfItsOwn() { assertFreshRoot() }

  func testAnotherMethodHasAnotherRoot() { assertFreshRoot() }

  func testAnAsynchronousMethodHasARootOfItsOwn() async { assertFreshRoot() }

  func testDetachedWorkSharesTheRootOfItsTest() async {
    let token = DependencyValues.current.token
    let detached = await Task.detached { DependencyValues.current.token }.value
    XCTAssertTrue(detached === token)
  }
}

final class DependencyTestCaseRootTests: DependencyTestCase {
  override func configureDependencies(_ dependencies: inout DependencyValues) {
    assertFirstSight(of: DependencyValues.current.token)
  }

  func testEveryMethodHasARootOfItsOwn() { assertFirstSight(of: sharedToken()) }

  func testAnotherMethodHasAnotherRoot() { assertFirstSight(of: sharedToken()) }
}
