import Clients
import Clocks
import Dependencies
import XCTest

@testable import Feature

final class CatalogModelLegacyTests: XCTestCase {
  override func invokeTest() {
    withDependencies {
      $0.uuid = .incrementing
      $0.catalog.articles = { _ in
        [1, 2].map { Article(id: UUID($0), name: "\($0)") }
      }
    } operation: {
      super.invokeTest()
    }
  }

  @MainActor
  func testAdds() {
    let model = CatalogModel()
    model.add("cup")
    model.add("pot")
    XCTAssertEqual(model.articles.map(\.id), [UUID(0), UUID(1)])
  }

  @MainActor
  func testTicks() async {
    let clock = TestClock<Duration>()
    let model = withDependencies {
      $0.continuousClock = clock
    } operation: {
      CatalogModel()
    }
    let task = Task { await model.tick() }
    await clock.advance(by: .seconds(3))
    await task.value
    XCTAssertEqual(model.ticks, 3)
  }

  func testAnUnimplementedGreeterReports() {
    withExpectedIssue("Nobody implements it here.", isIntermittent: false) {  // row: 'withExpectedIssues' accepts no text
      XCTAssertEqual(Welcome().text, "")
    }
  }

  func testARelayKeepsItsScope() {
    let relay = withDependencies {
      $0.greeter = PlainGreeter()
    } operation: {
      makeRelay()
    }
    XCTAssertEqual(relay.greeting(), "hello")
  }
}

class TimedTestCase: XCTestCase {
  override func invokeTest() {  // row: this 'invokeTest' does more than override dependencies
    let start = ContinuousClock.now
    withDependencies {
      $0.greeter = PlainGreeter()
    } operation: {
      super.invokeTest()
    }
    print(ContinuousClock.now - start)
  }

  func testGreets() {
    XCTAssertEqual(Welcome().text, "hello")
  }
}
