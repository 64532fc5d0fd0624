/// The products that a test target links besides the core.
enum Links: String, CaseIterable, Sendable {
  case core
  case testing
  case xctest
  case both
  /// Both test libraries, simulations and recordings.
  case all

  /// The sets of products without simulations and recordings.
  static let plain = allCases.filter { $0 != .all }

  /// The value of the environment variable that the fixture's manifest reads.
  var environmentValue: String {
    switch self {
    case .core: ""
    case .testing: "testing"
    case .xctest: "xctest"
    case .both: "testing,xctest"
    case .all: "testing,xctest,simulation,recording"
    }
  }

  var includesTesting: Bool { self != .core && self != .xctest }
  var includesXCTest: Bool { self != .core && self != .testing }

  /// The missing products, which a message must name.
  var missing: [String] {
    (includesTesting ? [] : ["DependenceTesting"]) + (includesXCTest ? [] : ["DependenceXCTest"])
  }
}
