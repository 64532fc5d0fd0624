import DependenceModules
import DependenceXCTest
import XCTest

/// The instances that the test methods below have read. They are retained so that no later instance
/// can reuse the address of an earlier one.
private let seen = Lock<[Visit]>([])

/// Module lifetimes in XCTest. Each test method has a separate dependency root.
final class LifetimeTestCase: XCTestCase {
  @Inject("seen") private var singleton: Visit
  @Inject("shared") private var shared: Visit
  @Inject("transient") private var transient: Visit

  override func setUp() {
    super.setUp()
    Dependencies {
      Module("seen", lifetime: .singleton) { Visit() }
      Module("shared", lifetime: .shared) { Visit() }
      Module("transient", lifetime: .transient) { Visit() }
    }.build()
  }

  func testAMethodHasInstancesOfItsOwn() { expectOwnInstances() }
  func testAnotherMethodHasInstancesOfItsOwn() { expectOwnInstances() }

  private func expectOwnInstances() {
    let held = [singleton, shared, transient]

    XCTAssertTrue(singleton === held[0])
    XCTAssertTrue(shared === held[1])
    XCTAssertFalse(transient === held[2])
    seen.withLock { seen in
      XCTAssertFalse(seen.contains { old in held.contains { $0 === old } })
      seen += held
    }
  }
}
