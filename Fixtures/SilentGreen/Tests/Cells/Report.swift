import Dependence
import Testing
import XCTest

/// The function that reports an error.
enum Report: String {
  /// `reportIssue`, the function of this library.
  case reportIssue
  /// `XCTFail`, the function of XCTest. It is also called in tests of Swift Testing.
  case xctFail
  /// `#expect`, the macro of Swift Testing. It is also used in tests of XCTest.
  case expect

  func callAsFunction() {
    switch self {
    case .reportIssue: Dependence.reportIssue("this may not get lost")
    case .xctFail: XCTFail("this may not get lost")
    case .expect: #expect(Bool(false), "this may not get lost")
    }
  }
}
