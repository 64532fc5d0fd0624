import DependenceSimulation
import Testing
import XCTest

final class SearchCase: XCTestCase {
  func testSearch() async throws {
    try await explore(schedules: 10) { _ in
      #expect(1 == 2)
    }
  }

  func testSimulation() async throws {
    try await simulate(seed: 1) { _ in
      #expect(1 == 2)
    }
  }
}

/// A search in a test of Swift Testing, which records failed expectations by itself.
struct SearchTests {
  @Test func `a search that Swift Testing runs needs no other product`() async throws {
    try await explore(schedules: 10) { _ in
      #expect(1 == 1)
    }
  }
}
