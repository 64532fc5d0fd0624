import Testing
import XCTest

/// XCTest assertions in a test of Swift Testing.
struct AssertionTests {
  @Test func reports() {
    if let cell = Cell.current, cell.form == "AssertionTests" { fail(cell.place) }
  }

  private func fail(_ assertion: String) {
    let nothing: Int? = nil
    switch assertion {
    case "XCTFail": XCTFail("this may not get lost")
    case "XCTAssertEqual": XCTAssertEqual(1, 2, "this may not get lost")
    case "XCTAssertTrue": XCTAssertTrue(false, "this may not get lost")
    case "XCTAssertNil": XCTAssertNil(1, "this may not get lost")
    case "XCTAssertThrowsError": XCTAssertThrowsError(1, "this may not get lost")
    // Ignore the thrown error, because it would fail the test by itself.
    case "XCTUnwrap": _ = try? XCTUnwrap(nothing, "this may not get lost")
    case "knownIssue": withKnownIssue { XCTFail("this is known") }
    case "nowhere": break
    default: fatalError("There is no assertion \(assertion)")
    }
  }
}
