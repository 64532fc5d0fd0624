import Dependence
import DependenceTesting
import TestKeys
import Testing

/// A protocol whose implementation calls functions by their deprecated names. The implementation is
/// itself deprecated, so these calls cause no warnings, and the test calls it through the protocol.
private protocol EarlierNames: Sendable {
  func numbers(in scope: CapturedDependencies) async -> [Int]
  func value(of token: consuming ScopeToken<Tag, String>) -> String
}

private enum Tag: ScopeTag {}

private struct Calls: EarlierNames {
  @available(*, deprecated)
  func numbers(in scope: CapturedDependencies) async -> [Int] {
    await [
      scope.yield { DependencyValues.current.number },
      withCapturedDependencies(scope) { DependencyValues.current.number },
      withCapturedDependencies(scope) {
        await Task.yield()
        return DependencyValues.current.number
      },
    ]
  }

  @available(*, deprecated)
  func value(of token: consuming ScopeToken<Tag, String>) -> String {
    token.enter { $0.snapshot() }
  }
}

struct EarlierNamesTests {
  private let calls: any EarlierNames = Calls()

  @Test func `a captured scope can be used by its earlier names`() async {
    let scope = withDependencies {
      $0.number = 10
    } operation: {
      captureDependencies()
    }

    #expect(await calls.numbers(in: scope) == [10, 10, 10])
  }

  @Test func `a borrowed scope provides a snapshot of its value`() {
    #expect(calls.value(of: ScopeToken(value: "anna")) == "anna")
  }
}
