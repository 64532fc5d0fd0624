import Dependence
@testable import DependenceHarness
import Foundation
import Testing

@Suite struct FallbackHandlerTests {
  private func failure(_ json: String) throws -> DependencyIssue? {
    try JSONDecoder().decode(Record.self, from: Data(json.utf8)).failure
  }

  @Test func `an issue becomes a failure at its location`() throws {
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
    #expect(failure == DependencyIssue("Expectation failed - why", kind: .assertion, at: site))
  }

  @Test(arguments: [
    #"{"payload": {"kind": "issueRecorded", "messages": [], "issue": {"isKnown": true}}}"#,
    #"{"payload": {"kind": "issueRecorded", "issue": {"isKnown": false, "isFailure": false}}}"#,
    #"{"payload": {"kind": "testStarted"}}"#,
  ]) func `known issues, warnings and other events are not failures`(json: String) throws {
    #expect(try failure(json) == nil)
  }

  @Test func `an issue without details is a failure`() throws {
    let failure = try failure(#"{"payload": {"kind": "issueRecorded", "issue": {}}}"#)

    #expect(failure == DependencyIssue("", kind: .assertion, at: .unknown))
  }
}
