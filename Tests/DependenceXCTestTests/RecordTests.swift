import Dependence
@testable import DependenceXCTest
import Foundation
import XCTest

#if compiler(<6.4)
final class RecordTests: XCTestCase {
  private func failure(_ json: String) throws -> DependencyIssue? {
    try JSONDecoder().decode(Record.self, from: Data(json.utf8)).failure
  }

  func testAnIssueBecomesAFailureAtItsPlace() throws {
    let failure = try failure(
      """
      {"version": 0, "kind": "event", "payload": {
        "kind": "issueRecorded", "messages": [{"symbol": "fail", "text": "Expectation failed"},
        {"symbol": "details", "text": "why"}], "issue": {"isKnown": false, "isFailure": true,
        "sourceLocation": {"fileID": "M/F.swift", "filePath": "/F.swift", "line": 12, "column": 3}}
      }}
      """
    )

    let site = SourceSite("M/F.swift", "/F.swift", 12, 3)
    XCTAssertEqual(
      failure,
      DependencyIssue("Expectation failed - why", kind: .assertion, at: site)
    )
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
    XCTAssertEqual(failure, DependencyIssue("", kind: .assertion, at: .unknown))
  }
}
#endif
