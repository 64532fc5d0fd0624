import DependenceSimulation
import DependenceXCTest
import Testing
import XCTest

/// Searches that lose an entry, with few and with many steps in each run. XCTest runs them between
/// tests that print.
final class LongSearchCase: XCTestCase {
  func testSteps10() async throws {
    try await explore(schedules: 200) { _ in
      let entries = await addTwoEntries(steps: 10)
      #expect(entries.contains("\(unusual) 1") && entries.contains("\(unusual) 2"))
    }
  }

  func testSteps40() async throws {
    try await explore(schedules: 200) { _ in
      let entries = await addTwoEntries(steps: 40)
      if entries.count < 2 { reportIssue("\(unusual) lost an entry: \(entries)") }
    }
  }

  func testSteps100() async throws {
    try await explore(schedules: 200) { _ in
      let entries = await addTwoEntries(steps: 100)
      if entries.count < 2 { throw LostEntry(entries: entries) }
    }
  }

  func testSteps250() async throws {
    try await explore(schedules: 200) { _ in
      let entries = await addTwoEntries(steps: 250)
      #expect(entries.count == 2, "\(unusual)")
    }
  }

  func testSteps500() async throws {
    try await explore(schedules: 200) { _ in
      let entries = await addTwoEntries(steps: 500)
      #expect(Set(entries) == ["\(unusual) 1", "\(unusual) 2"])
    }
  }
}
