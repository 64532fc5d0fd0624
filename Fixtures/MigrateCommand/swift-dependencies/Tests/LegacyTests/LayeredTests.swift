import Clients
import Dependencies
import XCTest

class BaseTests: XCTestCase {
  override func invokeTest() {
    withDependencies {
      $0.signer = NamedSigner(name: "base")
    } operation: {
      super.invokeTest()
    }
  }
}

final class LayeredTests: BaseTests {
  override func invokeTest() {
    withDependencies {
      $0.signer = NamedSigner(name: "derived")
      $0.paper = 5
    } operation: {
      super.invokeTest()
    }
  }

  func testTheBaseOverridesTheDerivedClass() {
    XCTAssertEqual(Dependency(\.signer).wrappedValue.sign(), "base")
    XCTAssertEqual(Dependency(\.paper).wrappedValue, 5)
  }
}
