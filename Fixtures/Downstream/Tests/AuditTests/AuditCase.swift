import Dependence
import DependenceXCTest
import XCTest

final class AuditCase: DependencyTestCase {
  override func configureDependencies(_ dependencies: inout DependencyValues) {
    dependencies.liveOnly = "test"
  }

  func testUnusedOverride() {}

  func testLaunched() throws { _ = try LaunchTests().launch() }
}
