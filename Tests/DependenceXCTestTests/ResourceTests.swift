import Dependence
import DependenceXCTest
import TestKeys
import XCTest

/// The resources that the tests of this file have used so far, in order.
private let lent = LockBox<[String]>([])
private let freed = LockBox<[String]>([])

/// Tests that a resource is freed after its test. The tests may run in any order, because each test
/// checks the resources of the tests that ran before it.
final class ResourceTests: DependencyTestCase {
  override func configureDependencies(_ dependencies: inout DependencyValues) {
    let folder = "\(name), folder \(lent.value.count)"
    lent.withValue { $0.append(folder) }
    dependencies.number = 42
    dependencies.lend(folder, as: \.text) { folder in
      XCTAssertEqual(DependencyValues.current.number, 42)
      XCTAssertEqual(DependencyValues.current.text, folder)
      freed.withValue { $0.append(folder) }
    }
  }

  func testAResourceIsFreedAfterItsTest() {
    XCTAssertEqual(Dependency(\.text).wrappedValue, lent.value.last)
    XCTAssertEqual(freed.value, Array(lent.value.dropLast()))
  }

  func testAResourceIsFreedAfterItsAsynchronousTest() async {
    await Task.yield()
    XCTAssertEqual(Dependency(\.text).wrappedValue, lent.value.last)
    XCTAssertEqual(freed.value, Array(lent.value.dropLast()))
  }
}
