import Dependence
import DependenceTesting
import TestKeys
import Testing

/// Tests of `prepareDependenciesOnce`, for preparations in the body of an app. SwiftUI evaluates
/// this body repeatedly.
struct prepareDependenciesOnceTests {
  private static func evaluate(
    _ number: Int,
    line: Int = #line
  ) -> [String] {
    let site = SourceSite(line: line)
    return issues { prepareDependenciesOnce({ $0.number = number }, at: site) }.map(\.message)
  }

  @Test func `the first evaluation prepares, and later ones have no effect and no issue`() {
    let issues = (10..<13).map { Self.evaluate($0) }

    #expect(issues == [[], [], []])
    #expect(DependencyValues.current.number == 10)
  }

  @Test func `a call at another location is ignored and reported once`() {
    let first = Self.evaluate(10)
    let second = (20..<22).map { Self.evaluate($0) }

    #expect(first.isEmpty)
    #expect(second.map(\.count) == [1, 0])
    let message = "prepareDependencies was ignored, because it was already called at"
    #expect(second.first?.first?.hasPrefix(message) == true)
    #expect(DependencyValues.current.number == 10)
  }

  @Test func `a call after a read is ignored and reported once`() {
    _ = DependencyValues.current.number

    let issues = (10..<12).map { Self.evaluate($0) }

    #expect(issues.map(\.count) == [1, 0])
    #expect(DependencyValues.current.number == 3)
  }

  @Test(arguments: 0..<10)
  func `each test case prepares independently`(number: Int) {
    #expect(Self.evaluate(number).isEmpty)
    #expect(DependencyValues.current.number == number)
  }
}
