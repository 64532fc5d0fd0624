#if LINKS_XCTEST
import Dependence
import DependenceXCTest
import XCTest

/// Test methods of `DependencyTestCase`, the base class of the library.
final class BaseCase: DependencyTestCase {
  override func configureDependencies(_ dependencies: inout DependencyValues) {
    if name.hasSuffix("testReports") { Body.report(in: "BaseCase", at: .configuration) }
  }

  override func setUp() async throws {
    if name.hasSuffix("testReports") { Body.report(in: "BaseCase", at: .setUp) }
  }

  override func tearDown() async throws {
    if name.hasSuffix("testReports") { Body.report(in: "BaseCase", at: .tearDown) }
  }

  func testReports() async throws {
    await Body.report(in: "BaseCase")
    if Body.skips(in: "BaseCase") { throw XCTSkip() }
  }

  func testStandsBy() async {
    await Afterwards.setOff(in: "BaseCase")
  }
}
#endif
