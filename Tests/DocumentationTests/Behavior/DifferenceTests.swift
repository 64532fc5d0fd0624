import Dependence
import DependenceModules
import DependenceTesting
import TestKeys
import Testing

/// Checks the tables with the heading "Differences in behavior" in the migration guides.
@Suite(.dependencies)
struct DifferenceTests {
  private static let heading = "Differences in behavior"
  private static let articles = [
    "MigratingFromFactory.md", "MigratingFromSwiftDependencies.md", "MigratingFromSwinject.md",
  ]

  private static func rows() throws -> [ArticleTable.Row] {
    try articles.flatMap { try ArticleTable(heading, of: $0).rows }
  }

  @Test(arguments: try rows())
  func `the result of an experiment matches its row`(row: ArticleTable.Row) async throws {
    let experiment = try #require(Self.experiments[row.subject], "nobody tries this")

    let result = await experiment()

    #expect(result == row.results.last)
  }

  @Test func `every experiment has a row in a migration guide`() throws {
    #expect(try Self.rows().map(\.subject).sorted() == Self.experiments.keys.sorted())
  }

  private static let experiments: [String: @Sendable () async -> String] = [
    "A key with a live and a test value, but without a preview value, in a preview": {
      withDependencies {
        $0.context = .preview
      } operation: {
        "is the \(Dependency(Previewed.self).wrappedValue) value"
      }
    },
    "A model that was made with A, in a test whose trait says B": {
      with("B") {
        let model = with("A") { Dependency(Name.self, resolve: .inherited) }
        return "reads \(model.wrappedValue)"
      }
    },
    "A model that was made with A makes a child where B is bound": {
      let scope = with("A") { captureDependencies() }
      return with("B") { scope.run { "the child reads \(Dependency(Name.self).wrappedValue)" } }
    },
    "A default that is built on what a scope overrides": {
      let before = Dependency(Built.self).wrappedValue
      let inside = with("A") { Dependency(Built.self).wrappedValue }
      return before === inside ? "is made once in a test" : "is made anew in that scope"
    },
    "A factory without a test value, in a test": {
      let instances = LockBox<[Token]>([])
      let found = issues {
        for _ in 0..<2 { instances.withValue { $0.append(Dependency(LiveOnly.self).wrappedValue) } }
      }
      let isShared = instances.value[0] === instances.value[1]
      return (isShared ? "the live instance" : "live instances")
        + (found.isEmpty ? "" : ", and an issue")
    },
    "A registration, and another one in the same test": {
      prepareDependencies { $0[Name.self] = "the first one" }
      return reported { prepareDependencies { $0[Name.self] = "the latest one" } }
    },
    "A registration after the first read": {
      _ = Dependency(Name.self).wrappedValue
      return reported { prepareDependencies { $0[Name.self] = "the latest one" } }
    },
    "A type without a scope, resolved twice": {
      withDependencies(Dependencies { Module { Token() } }) {
        let first = Dependencies.resolveIfRegistered(Token.self)
        let second = Dependencies.resolveIfRegistered(Token.self)
        return first === second ? "one instance" : "two instances"
      }
    },
  ]

  /// Returns the value of the key after `attempt`, and whether the attempt reported an issue.
  private static func reported(_ attempt: () -> Void) -> String {
    let found = issues { attempt() }
    return Dependency(Name.self).wrappedValue + (found.isEmpty ? "" : ", and an issue")
  }

  private static func with<Result>(_ name: String, _ operation: () -> Result) -> Result {
    withDependencies {
      $0[Name.self] = name
    } operation: {
      operation()
    }
  }

  private enum Name: DependencyKey {
    static var liveValue: String { "the default" }
    static var testValue: String { "the default" }
  }

  private enum Built: DependencyKey {
    static var liveValue: Token {
      _ = Dependency(Name.self).wrappedValue
      return Token()
    }
    static var testValue: Token { liveValue }
  }

  private enum Previewed: DependencyKey {
    static var liveValue: String { "live" }
    static var testValue: String { "test" }
  }

  private enum LiveOnly: DependencyKey {
    static var liveValue: Token { Token() }
  }
}
