import Dependence
import Storefront
import StorefrontTestSupport
import XCTest

final class SessionXCTests: XCTestCase {
  private struct Interruption: Error {}

  @Dependency(\.customer) private var customer
  private let loggedOut = Recorder<Customer>()

  func testASessionThatReturnsLogsOut() async throws {
    try await withDependencies {
      $0.storeClient.logIn = { Customer(name: $0) }
      $0.storeClient.logOut = { [loggedOut] in loggedOut.record($0) }
    } operation: {
      let inside = try await withSession(of: "Ada") { customer }

      XCTAssertEqual(inside, .ada)
      XCTAssertEqual(loggedOut.elements, [.ada])
    }
  }

  func testASessionThatThrowsLogsOut() async throws {
    try await withDependencies {
      $0.storeClient.logIn = { Customer(name: $0) }
      $0.storeClient.logOut = { [loggedOut] in loggedOut.record($0) }
    } operation: {
      do {
        try await withSession(of: "Ada") { throw Interruption() }
        XCTFail("The session has swallowed the error.")
      } catch is Interruption {}

      XCTAssertEqual(loggedOut.elements, [.ada])
    }
  }

  func testASessionNeedsAStore() async {
    let issues = IssueRecorder()

    await withIssueReporter(issues) {
      try? await withSession(of: "Ada") { XCTFail("There must be no session.") }
    }

    XCTAssertEqual(issues.kinds, [.unimplemented(endpoint: "StoreClient.logIn")])
  }
}
