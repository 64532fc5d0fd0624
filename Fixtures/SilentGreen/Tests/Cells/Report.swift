import Dependence
import Testing
import XCTest

/// The means by which something goes wrong.
enum Report: String {
  /// The library's own.
  case reportIssue
  /// XCTest's, in either runner.
  case xctFail
  /// Swift Testing's, in either runner.
  case expect

  func callAsFunction() {
    switch self {
    case .reportIssue: Dependence.reportIssue("this may not get lost")
    case .xctFail: XCTFail("this may not get lost")
    case .expect: #expect(Bool(false), "this may not get lost")
    }
  }
}
