import XCTest

/// Test cases with a stored property. XCTest creates one test case for each method before it runs
/// the first test.
class StoredPropertyCase: XCTestCase {
  private let model = Model()

  func testFirst() { _ = model }
  func testSecond() async { _ = model }
}

/// A test case that inherits a stored property.
final class InheritingPropertyCase: StoredPropertyCase {
  func testThird() {}
}

@MainActor final class MainActorPropertyCase: XCTestCase {
  private let model = Model()

  func testFirst() { _ = model }
  func testSecond() async { _ = model }
}

/// A test case that follows the advice in the library's messages: it creates its models lazily or
/// in `setUp`.
final class LazyPropertyCase: XCTestCase {
  private lazy var first = RightModel()
  private var second: RightModel?

  override func setUp() { second = RightModel() }

  func testFirst() { XCTAssertEqual(first.limit, second?.limit) }
}

#if LINKS_XCTEST
import DependenceXCTest

class StoredPropertyBaseCase: DependencyTestCase {
  private let model = Model()

  override func configureDependencies(_ dependencies: inout DependencyValues) {
    dependencies.limit = 3
  }

  func testFirst() { _ = model }
  func testSecond() async { _ = model }
}

final class InheritingPropertyBaseCase: StoredPropertyBaseCase {
  private let another = Model()

  func testThird() { _ = another }
}
#endif
