import Dependence
import DependenceXCTest
import XCTest
final class A: DependencyTestCase {
  func testA() { XCTAssertTrue(true) }
}
