/// What a test target links besides the core.
enum Links: String, CaseIterable, Sendable {
  case core
  case testing
  case xctest
  case both

  /// As the fixture's manifest reads it.
  var environmentValue: String {
    switch self {
    case .core: ""
    case .testing: "testing"
    case .xctest: "xctest"
    case .both: "testing,xctest"
    }
  }

  var includesTesting: Bool { self == .testing || self == .both }
  var includesXCTest: Bool { self == .xctest || self == .both }

  /// The products that a message about a missing one must name.
  var missing: [String] {
    (includesTesting ? [] : ["DependenceTesting"]) + (includesXCTest ? [] : ["DependenceXCTest"])
  }
}
