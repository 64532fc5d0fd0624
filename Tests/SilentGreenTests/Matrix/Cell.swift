import Testing

/// One thing that goes wrong: in which form of test, at which place, by which means, with which
/// products linked.
struct Cell: Sendable, Hashable, CustomTestStringConvertible {
  var links: Links
  var form: String
  var place: String
  var report = "reportIssue"

  var testDescription: String { "\(links) · \(form) · \(place) · \(report)" }

  /// What selects the fixture's test and those that may not be blamed for it.
  var arguments: [String] {
    form.hasSuffix("Case")
      ? ["SilentGreen.\(form)"]
      : [
        "--testing-library", "swift-testing",
        "--filter", #"SilentGreen\.(\#(form)|Neighbour)/"#,
      ]
  }

  /// What the fixture reads.
  var environment: [String: String] {
    [
      "SILENT_GREEN_FORM": form,
      "SILENT_GREEN_PLACE": place,
      "SILENT_GREEN_REPORT": report,
    ].merging(place == "badToken" ? ["DEPENDENCE_REPLAY": "nonsense"] : [:]) { $1 }
  }
}
