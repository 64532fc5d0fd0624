import Testing

/// One error to detect: the form of the test, the place of the error, how it is reported, and the
/// products that are linked.
struct Cell: Sendable, Hashable, CustomTestStringConvertible {
  var links: Links
  var form: String
  var place: String
  var report = "reportIssue"
  /// Whether every scope of the process is strict.
  var isStrict = false

  var testDescription: String { "\(links) · \(form) · \(place) · \(report)" }

  /// The arguments that select the fixture's test and the tests that must not fail because of it.
  var arguments: [String] {
    form.hasSuffix("Case")
      ? ["SilentGreen.\(form)"]
      : [
        "--testing-library", "swift-testing",
        "--filter", #"SilentGreen\.(\#(form)|Neighbor)/"#,
      ]
  }

  /// The environment of the fixture and the library.
  var environment: [String: String] {
    var environment = [
      "SILENT_GREEN_FORM": form,
      "SILENT_GREEN_PLACE": place,
      "SILENT_GREEN_REPORT": report,
    ]
    if place == "badToken" { environment["DEPENDENCE_REPLAY"] = "nonsense" }
    if place == "recordingInCI" {
      environment.merge(["DEPENDENCE_RECORD": "all", "CI": "1"]) { $1 }
    }
    if place == "differentResponse" { environment["DEPENDENCE_RECORD"] = "verify" }
    if isStrict { environment["DEPENDENCE_STRICT"] = "1" }
    return environment
  }
}
