import Foundation

/// The mistake of this process: the form of test, the place, and the means.
///
/// The driver starts one process for each cell and names the cell in the environment. Without a name
/// nothing goes wrong, and every test of this package passes.
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

  /// True if this process is about `place` in `form`, for what is not a ``Place``.
  static func isCurrent(_ form: String, _ place: String) -> Bool {
    current?.form == form && current?.place == place
  }

  /// The cell of this process, if its form is `form`.
  static func current(in form: String) -> (place: Place, report: Report)? {
    guard let current, current.form == form else { return nil }
    guard let place = Place(rawValue: current.place) else {
      fatalError("There is no place \(current.place)")
    }
    return (place, current.report)
  }
}
