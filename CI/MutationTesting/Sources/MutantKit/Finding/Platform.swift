/// The platform for which mutants are compiled: a debug build on Linux. Code for other platforms is
/// not mutated.
enum Platform {
  private static let absent: Set = [
    "AppKit", "Combine", "Darwin", "Musl", "ObjectiveC", "SwiftUI", "UIKit", "WinSDK", "os",
  ]

  /// Returns `true` if the given `#if` condition is satisfied. For `#else`, pass `nil`, for which
  /// the result is `true`. Check the conditions of earlier branches first.
  ///
  /// Supports `canImport`, `os`, `arch`, `DEBUG`, `objectFormat`, `compiler`, `swift`, `!`, `&&`,
  /// and `||`.
  static func compiles(_ condition: String?) -> Bool {
    guard let condition else { return true }
    return condition.split(separator: "||").contains { alternative in
      alternative.split(separator: "&&").allSatisfy { holds(String($0.filter { $0 != " " })) }
    }
  }

  private static func holds(_ term: String) -> Bool {
    if term.hasPrefix("!") { return !holds(String(term.dropFirst())) }
    let argument = term.split(separator: "(").dropFirst().first?.prefix { $0 != ")" && $0 != "," }
    return switch term.prefix(while: { $0 != "(" }) {
    case "canImport": !absent.contains(argument.map(String.init) ?? "")
    case "os": argument == "Linux"
    case "objectFormat": argument == "ELF"
    case "arch": argument == "x86_64"
    case "DEBUG", "compiler", "swift": true
    default: false
    }
  }
}
