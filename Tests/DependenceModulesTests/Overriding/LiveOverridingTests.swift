import DependenceModules
import DependenceTesting
import Foundation
import Testing

/// A call that overrides or resets dependencies outside of a scope.
enum Replacement: String, CaseIterable, Codable {
  case property, propertyResettingAll, propertyReset, module, moduleResettingAll, moduleReset, reset

  func make() {
    switch self {
    case .property: Dependencies.override(\.service) { Service("new") }
    case .propertyResettingAll: Dependencies.overrideResettingAll(\.service) { Service("new") }
    case .propertyReset: Dependencies.reset(\.service)
    case .module: Dependencies.override((any ServiceType).self) { Service("new") }
    case .moduleResettingAll:
      Dependencies.overrideResettingAll((any ServiceType).self, named: "x") { Service("new") }
    case .moduleReset: Dependencies.reset((any ServiceType).self)
    case .reset: Dependencies.reset()
    }
  }

  /// The beginning of the message. It omits property names, which are not available on Linux.
  var call: String {
    switch self {
    case .property: "Dependencies.override was called for Dependencies."
    case .propertyResettingAll: "Dependencies.overrideResettingAll was called for Dependencies."
    case .propertyReset: "Dependencies.reset was called for Dependencies."
    case .module: "Dependencies.override was called for any ServiceType in"
    case .moduleResettingAll:
      #"Dependencies.overrideResettingAll was called for any ServiceType named "x" in"#
    case .moduleReset: "Dependencies.reset was called for any ServiceType in"
    case .reset: "Dependencies.reset was called for all registered dependencies in"
    }
  }
}

/// Receives the issue before the trap, and prints the value to show that it was not replaced.
private struct ReadingReporter: IssueReporter {
  func report(_ issue: DependencyIssue) -> Bool {
    let text = DependencyValues.current[\.service].text
    FileHandle.standardError.write(
      Data("\(issue.kind) \(issue.site.line), and still \(text)\n".utf8)
    )
    return false
  }
}

struct LiveOverridingTests {
  @Test(arguments: Replacement.allCases)
  func `overriding or resetting in a live app traps and replaces nothing`(
    replacement: Replacement
  ) async throws {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) { [replacement] in
      withDependencies {
        $0.context = .live
      } operation: {
        withIssueReporter(ReadingReporter()) { replacement.make() }
      }
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(output.contains("Fatal error: \(replacement.call)"), "\(output)")
    #expect(
      output.contains(
        """
         in the context live, where dependencies cannot be replaced for the whole process. Call it in a \
        test or a preview, or replace a value for one scope in withDependencies { … }. \
        (DependenceModulesTests/LiveOverridingTests.swift:
        """
      ),
      "\(output)"
    )
    #expect(output.contains(", and still own\n"), "\(output)")
  }
}
