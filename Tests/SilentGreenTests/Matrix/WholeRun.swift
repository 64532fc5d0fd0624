import Subprocesses
import Testing

/// One execution of `swift test`, which runs both test libraries one after the other.
struct WholeRun: Sendable, CustomTestStringConvertible {
  var links = Links.both
  var form: String
  var place: String
  var message = "this may not get lost"
  var xctestFails = false
  var swiftTestingFails = false

  var cell: Cell { Cell(links: links, form: form, place: place) }

  var testDescription: String { "\(form) · \(place)" }

  static let all = [
    WholeRun(form: "Tests", place: "nowhere"),
    WholeRun(form: "SyncCase", place: "queueBare", xctestFails: true),
    WholeRun(form: "TraitTests", place: "queueCaptured", swiftTestingFails: true),
    // The test runners do not detect these failures themselves.
    WholeRun(form: "SyncCase", place: "processExitCaptured", xctestFails: false),
    WholeRun(form: "TraitTests", place: "processExitCaptured", swiftTestingFails: false),
    WholeRun(
      links: .all,
      form: "RecordingTests",
      place: "unrecordedCall",
      message: "RatesClient.fetch(\"USD\") was not recorded",
      swiftTestingFails: true
    ),
    WholeRun(
      links: .all,
      form: "RecordingCase",
      place: "unrecordedCall",
      message: "RatesClient.fetch(\"USD\") was not recorded",
      xctestFails: true
    ),
  ]

  func problems(in transcript: Transcript) -> [String] {
    var problems: [String] = []
    let fails = place != "nowhere"
    if transcript.ending != (fails ? .exit(1) : .exit(0)) {
      problems.append("swift test should \(fails ? "fail with exit code 1" : "pass")")
    }
    let xctest = transcript.lines.contains { $0.contains("Test Suite 'All tests' failed") }
    if xctest != xctestFails { problems.append("XCTest should \(xctestFails ? "fail" : "pass")") }
    let swiftTesting = transcript.lines.contains {
      $0.contains("Test run with ") && $0.contains(" failed after ")
    }
    if swiftTesting != swiftTestingFails {
      problems.append("Swift Testing should \(swiftTestingFails ? "fail" : "pass")")
    }
    for summary in ["Test Suite 'All tests' ", "Test run with "] where !transcript.contains(summary)
    {
      problems.append("the output should contain \"\(summary)\"")
    }
    if fails, !transcript.contains(message) {
      problems.append("the output should contain the message")
    }
    return problems
  }
}
