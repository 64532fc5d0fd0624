import Testing
import XCTest

/// Swift Testing expectations in a test method of XCTest.
final class ExpectationCase: XCTestCase {
  func testReports() {
    if let cell = Cell.current, cell.form == "ExpectationCase" { fail(cell.place) }
  }

  private func fail(_ expectation: String) {
    let nothing: Int? = nil
    switch expectation {
    case "expect": #expect(1 == 2, "this may not get lost")
    // Ignore the thrown error, because it would fail the test by itself.
    case "require":
      do { let _: Int = try #require(nothing, "this may not get lost") } catch {}
    case "record": Issue.record("this may not get lost")
    case "expectThrows":
      #expect(throws: (any Error).self, "this may not get lost") { 1 }
    case "knownIssue": withKnownIssue { Issue.record("this is known") }
    case "knownIssueMissing": withKnownIssue("this may not get lost") {}
    case "nowhere": break
    default: fatalError("There is no expectation \(expectation)")
    }
  }
}
