import Dependence
import DependenceXCTest
import TestKeys
import XCTest

/// A test case that reads a dependency in every method that XCTest calls.
class DependencyTestCaseTests: DependencyTestCase {
  @Dependency(\.number) var number

  override func configureDependencies(_ dependencies: inout DependencyValues) throws {
    try super.configureDependencies(&dependencies)
    dependencies.number = 10
  }

  override func setUp() async throws {
    XCTAssertEqual(number, 10)
  }

  override func setUpWithError() throws {
    XCTAssertEqual(number, 10)
  }

  override func setUp() {
    XCTAssertEqual(number, 10)
    addTeardownBlock { XCTAssertEqual(DependencyValues.current.number, 10) }
    addTeardownBlock { () async in
      await Task.yield()
      XCTAssertEqual(DependencyValues.current.number, 10)
    }
  }

  override func tearDown() {
    XCTAssertEqual(number, 10)
  }

  override func tearDownWithError() throws {
    XCTAssertEqual(number, 10)
  }

  override func tearDown() async throws {
    XCTAssertEqual(number, 10)
  }

  func testASynchronousTestSeesItsDependencies() {
    XCTAssertEqual(number, 10)
    withDependencies {
      $0.number += 1
    } operation: {
      XCTAssertEqual(number, 11)
    }
  }

  func testAnAsynchronousTestSeesItsDependencies() async {
    await Task.yield()
    XCTAssertEqual(number, 10)
    let inChild = await Task { DependencyValues.current.number }.value
    XCTAssertEqual(inChild, 10)
  }

  @MainActor func testAMainActorTestSeesItsDependencies() async {
    await Task.yield()
    XCTAssertEqual(DependencyValues.current.number, 10)
  }

  func testACallbackSeesWhatWasCaptured() {
    let called = expectation(description: "called")
    let scope = captureDependencies()
    let seen = Lock(0)

    DispatchQueue.global().async {
      scope.run { seen.withLock { $0 = DependencyValues.current.number } }
      called.fulfill()
    }

    wait(for: [called], timeout: 60)
    XCTAssertEqual(seen.withLock { $0 }, 10)
    XCTAssertEqual(number, 10)
  }

  func testAnUnimplementedCallNamesTheScopesOfXCTest() {
    let issues = issues { unimplemented("Elsewhere.load") }

    XCTAssertEqual(
      issues.map(\.message),
      [
        """
        Elsewhere.load was called, but is unimplemented here. Override it for this test, for example in \
        withDependencies { … } or configureDependencies(_:) of your DependencyTestCase.
        """
      ]
    )
  }

  func testATestMayPrepare() {
    prepareDependencies { $0.token = Token() }
    XCTAssertTrue(DependencyValues.current.token === DependencyValues.current.token)
  }
}

/// A subclass that extends the configuration of its superclass.
final class DependencyTestCaseSubclassTests: DependencyTestCaseTests {
  private static let token = Token()

  override func configureDependencies(_ dependencies: inout DependencyValues) throws {
    try super.configureDependencies(&dependencies)
    dependencies.token = Self.token
  }

  override func testATestMayPrepare() {
    XCTAssertTrue(DependencyValues.current.token === Self.token)
  }
}

/// A test case that overrides `invokeTest()` to run its test methods in additional scopes.
final class InvokedInAScopeTests: DependencyTestCase {
  @Dependency(\.number) private var number
  @Dependency(\.text) private var text

  override func configureDependencies(_ dependencies: inout DependencyValues) {
    dependencies.text = "configured"
  }

  override func invokeTest() {
    withExpectedIssues(count: 1) {
      withDependencies {
        $0.number = 12
        $0.text = "outside"
      } operation: {
        super.invokeTest()
      }
    }
  }

  func testASynchronousTestSeesTheScope() {
    XCTAssertEqual(number, 12)
    XCTAssertEqual(text, "configured")
    reportIssue("expected")
  }

  func testAnAsynchronousTestSeesTheScope() async {
    await Task.yield()
    XCTAssertEqual(number, 12)
    XCTAssertEqual(text, "configured")
    reportIssue("expected")
  }
}
