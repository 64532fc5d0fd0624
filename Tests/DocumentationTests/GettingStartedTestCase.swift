import DependenceXCTest
import XCTest

final class WriterTestCase: DependencyTestCase {
  private let send = Spy<String, Void>("Postbox.send")

  override func configureDependencies(_ dependencies: inout DependencyValues) {
    dependencies.postbox = Postbox(send: send.wrap { _ in }, stamp: { "2 €" })
  }

  func testALetterHasAStamp() async throws {
    try await Writer().write("Hello")

    send.expectCalls(["Hello (2 €)"])
  }
}
