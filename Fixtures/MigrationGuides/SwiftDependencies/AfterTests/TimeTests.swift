import DependenceFoundation
import DependenceSimulation
import DependenceTesting
import DependenceXCTest
import Foundation
import Testing
import XCTest

private let start = Date(timeIntervalSince1970: 1_000)

struct Stamp {
  @Dependency(\.date.now) private var now
  func callAsFunction() -> Date { now }
}

@Suite(.dependency(\.date.now, start))
struct TimeTests {
  @Test func `a suite says what date it is`() {
    #expect(Stamp()() == start)
  }

  @Test(.dependencies { $0.date.now = start + 1 })
  func `a test says what date it is`() {
    #expect(Stamp()() == start + 1)
  }

  @Test func `a scope says what date it is`() {
    let date = withDependencies {
      $0.date.now = start + 2
    } operation: {
      Stamp()()
    }

    #expect(date == start + 2)
  }

  @Test func `a date follows a test clock`() async {
    let clock = TestClock(now: .init(offset: .seconds(30)))

    await withDependencies {
      $0.continuousClock = clock
      $0.date = .following(clock, from: start)
    } operation: {
      await clock.advance(by: .seconds(60), sleepers: 0)
      #expect(Stamp()() == start + 60)
    }

    #expect(clock.now == .init(offset: .seconds(90)))
  }

  @Test(.enabled(if: Simulation.isSupported), .deterministic(seed: 1))
  func `a date follows virtual time`() async throws {
    try await withDependencies {
      $0.date = .following(ContinuousClock(), from: start)
    } operation: {
      try await Task.sleep(for: .seconds(3_600))
      #expect(Stamp()() == start + 3_600)
    }
  }
}

struct PreparedTimeTests {
  @Test func `a preparation says what date it is`() {
    prepareDependencies { $0.date.now = start }

    #expect(Stamp()() == start)
  }
}

final class TimeCase: DependencyTestCase {
  override func configureDependencies(_ dependencies: inout DependencyValues) {
    dependencies.date.now = start
  }

  func testATestCaseSaysWhatDateItIs() {
    XCTAssertEqual(Stamp()(), start)
  }
}
