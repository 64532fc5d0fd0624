import Dependence
import XCTest

@globalActor actor Shop {
  static let shared = Shop()
}

/// A class that is not `Sendable`, like most classes.
nonisolated final class Model {
  var count = 0

  func load() async { count += 1 }
  nonisolated(nonsending) func reload() async { count += 1 }
}

nonisolated enum Locals {
  @TaskLocal static var number = 0
}

nonisolated enum Visit: ScopeTag {}

nonisolated struct SampleError: Error {}

nonisolated struct Log: IssueReporter {
  func report(_ issue: DependencyIssue) -> Bool { false }
}

nonisolated func check<Value: Equatable>(
  _ found: Value,
  _ expected: Value,
  file: StaticString = #filePath,
  line: UInt = #line
) {
  XCTAssertEqual(found, expected, file: file, line: line)
}
