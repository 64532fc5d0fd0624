import Dependence
@testable import DependenceXCTest
import Foundation
import XCTest

#if compiler(<6.4)
final class RecordTests: XCTestCase {
  private func failure(_ json: String) throws -> (message: String, line: Int)? {
    let record = try JSONDecoder().decode(Record.self, from: Data(json.utf8))
    return record.failure.map { ($0.message, $0.site.line) }
  }

  func testAnIssueBecomesAFailureAtItsPlace() throws {
    let failure = try failure(
      """
      {"version": 0, "kind": "event", "payload": {
        "kind": "issueRecorded", "messages": [{"symbol": "fail", "text": "Expectation failed"},
        {"symbol": "details", "text": "why"}], "issue": {"isKnown": false, "isFailure": true,
        "sourceLocation": {"fileID": "M/F.swift", "_filePath": "/F.swift", "line": 12, "column": 3}}
      }}
      """
    )

    XCTAssertEqual(failure?.message, "Expectation failed - why")
    XCTAssertEqual(failure?.line, 12)
  }

  func testKnownIssuesWarningsAndOtherEventsAreNoFailures() throws {
    XCTAssertNil(
      try failure(
        #"{"payload": {"kind": "issueRecorded", "messages": [], "issue": {"isKnown": true}}}"#
      )
    )
    XCTAssertNil(
      try failure(
        #"{"payload": {"kind": "issueRecorded", "issue": {"isKnown": false, "isFailure": false}}}"#
      )
    )
    XCTAssertNil(try failure(#"{"payload": {"kind": "testStarted"}}"#))
  }

  func testAnIssueWithoutDetailsIsAFailureAllTheSame() throws {
    let failure = try failure(#"{"payload": {"kind": "issueRecorded", "issue": {}}}"#)
    XCTAssertNotNil(failure)
  }
}
#endif
