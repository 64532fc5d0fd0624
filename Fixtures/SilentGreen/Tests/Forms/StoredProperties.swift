import XCTest

/// Stored properties of test cases, which are made before any test runs: one for each method.
class StoredPropertyCase: XCTestCase {
  private let model = Model()

  func testFirst() { _ = model }
  func testSecond() async { _ = model }
}

/// A case whose inherited properties are made with it.
final class InheritingPropertyCase: StoredPropertyCase {
  func testThird() {}
}

@MainActor final class MainActorPropertyCase: XCTestCase {
  private let model = Model()

  func testFirst() { _ = model }
  func testSecond() async { _ = model }
}

/// A case that follows the advice of the messages.
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
