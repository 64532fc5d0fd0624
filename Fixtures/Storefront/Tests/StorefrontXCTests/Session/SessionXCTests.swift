import Dependence
import DependenceXCTest
import Storefront
import XCTest

final class SessionXCTests: XCTestCase {
  private struct Interruption: Error {}

  @Dependency(\.customer) private var customer
  private let end = Spy<Customer, Void>("StoreClient.logOut")

  func testASessionThatReturnsLogsOut() async throws {
    try await withDependencies {
      $0.storeClient.logIn = { Customer(name: $0) }
      $0.storeClient.logOut = end.wrap { _ in }
    } operation: {
      let inside = try await withSession(of: "Ada") { customer }

      XCTAssertEqual(inside, .ada)
      end.expectCalls([.ada])
    }
  }

  func testASessionThatThrowsLogsOut() async throws {
    try await withDependencies {
      $0.storeClient.logIn = { Customer(name: $0) }
      $0.storeClient.logOut = end.wrap { _ in }
    } operation: {
      do {
        try await withSession(of: "Ada") { throw Interruption() }
        XCTFail("The session has swallowed the error.")
      } catch is Interruption {}

      end.expectCalls([.ada])
    }
  }

  func testASessionNeedsAStore() async throws {
    try await expectUnimplemented("StoreClient.logIn", count: 1) {
      try await withSession(of: "Ada") { XCTFail("There must be no session.") }
    }
  }
}
