/// The products that a test target links besides the core.
enum Links: String, CaseIterable, Sendable {
  case core
  case testing
  case xctest
  case both
  /// Both, and simulations.
  case simulation

  /// All but the one that is about simulations.
  static let plain = allCases.filter { $0 != .simulation }

  /// As the fixture's manifest reads it.
  var environmentValue: String {
    switch self {
    case .core: ""
    case .testing: "testing"
    case .xctest: "xctest"
    case .both: "testing,xctest"
    case .simulation: "testing,xctest,simulation"
    }
  }

  var includesTesting: Bool { self != .core && self != .xctest }
  var includesXCTest: Bool { self != .core && self != .testing }

  /// The products that a message about a missing one must name.
  var missing: [String] {
    (includesTesting ? [] : ["DependenceTesting"]) + (includesXCTest ? [] : ["DependenceXCTest"])
  }
}
