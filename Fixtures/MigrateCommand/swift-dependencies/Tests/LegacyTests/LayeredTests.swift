import Clients
import Dependencies
import XCTest

class BaseTests: XCTestCase {
  override func invokeTest() {
    withDependencies {
      $0.signer = NamedSigner(name: "base")
      $0.paper = 4
    } operation: {
      super.invokeTest()
    }
  }
}

final class LayeredTests: BaseTests {
  override func invokeTest() {
    withDependencies {
      $0.signer = NamedSigner(name: "derived")
    } operation: {
      super.invokeTest()
    }
  }

  func testTheDerivedClassOverridesTheBase() {
    XCTAssertEqual(Dependency(\.signer).wrappedValue.sign(), "derived")
    XCTAssertEqual(Dependency(\.paper).wrappedValue, 4)
  }
}
