import Foundation

/// The error of this process: the form of the test, the place of the error, and how it is reported.
///
/// The tests in `Tests/SilentGreenTests` start one process for each cell, and specify the cell in
/// the environment. Without a cell, no error is reported, and every test of this package passes.
struct Cell: Sendable {
  let form: String
  let place: String
  let report: Report

  static let current: Cell? = {
    let environment = ProcessInfo.processInfo.environment
    guard let form = environment["SILENT_GREEN_FORM"] else { return nil }
    guard let place = environment["SILENT_GREEN_PLACE"],
      let report = environment["SILENT_GREEN_REPORT"].flatMap(Report.init(rawValue:))
    else { fatalError("SILENT_GREEN_FORM needs a SILENT_GREEN_PLACE and a SILENT_GREEN_REPORT") }
    return Cell(form: form, place: place, report: report)
  }()

  /// Whether this process belongs to `form` and `place`. The place can be one that is not a
  /// ``Place``.
  static func isCurrent(_ form: String, _ place: String) -> Bool {
    current?.form == form && current?.place == place
  }

  /// Returns the place and the report of this process, or `nil` if the process belongs to another
  /// form.
  static func current(in form: String) -> (place: Place, report: Report)? {
    guard let current, current.form == form else { return nil }
    guard let place = Place(rawValue: current.place) else {
      fatalError("There is no place \(current.place)")
    }
    return (place, current.report)
  }
}
