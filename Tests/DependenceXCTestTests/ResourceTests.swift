import Dependence
import DependenceXCTest
import TestKeys
import XCTest

private let log = LockBox<[String]>([])

final class ResourceTests: DependencyTestCase {
  override func configureDependencies(_ dependencies: inout DependencyValues) {
    let folder = name.contains("AFirst") ? "first" : "second"
    dependencies.lend(folder, as: \.text) { folder in log.withValue { $0.append("freed \(folder)") }
    }
  }

  func testAFirstTestUsesItsResource() {
    log.setValue([])
    XCTAssertEqual(Dependency(\.text).wrappedValue, "first")
    XCTAssertEqual(log.value, [])
  }

  func testBSecondTestFindsItFreed() {
    XCTAssertEqual(Dependency(\.text).wrappedValue, "second")
    XCTAssertEqual(log.value, ["freed first"])
  }
}
