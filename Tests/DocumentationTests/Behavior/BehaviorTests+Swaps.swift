import Dependence
import TestKeys

extension BehaviorTests {
  /// A closure that reads the dependency through an object that was created in scope A.
  private typealias Use = @Sendable () async -> String

  static let swaps: [String: Experiment] = makers.mapValues { make in
    {
      let use = with("A") { make() }
      let inside = await withDependencies {
        $0[Swapped.self] = "B"
      } operation: {
        await use()
      }
      return [inside, await use()]
    }
  }

  private static let makers: [String: @Sendable () -> Use] = [
    "An object with `@Dependency(\\.x)`": {
      let owner = Dependency(Swapped.self)
      return { owner.wrappedValue }
    },
    "An object with `@Dependency(\\.x, resolve: .captured)`": {
      let owner = Dependency(Swapped.self, resolve: .captured)
      return { owner.wrappedValue }
    },
    "An object with `@Dependency(\\.x, resolve: .inherited)`": {
      let owner = Dependency(Swapped.self, resolve: .inherited)
      return { owner.wrappedValue }
    },
    "A copy of the value": {
      let copy = Dependency(Swapped.self).wrappedValue
      return { copy }
    },
    "A copy of `DependencyValues.current`": {
      let values = DependencyValues.current
      return { values[Swapped.self] }
    },
    "A `snapshot()`": {
      let snapshot = DependencyValues.current.snapshot()
      return { withSnapshotDependencies(snapshot) { Dependency(Swapped.self).wrappedValue } }
    },
    "A `captureDependencies()`": {
      let scope = captureDependencies()
      return { scope.run { Dependency(Swapped.self).wrappedValue } }
    },
    "A `Task` that reads later": {
      let (questions, ask) = AsyncStream.makeStream(of: CheckedContinuation<String, Never>.self)
      Task {
        for await question in questions {
          question.resume(returning: Dependency(Swapped.self).wrappedValue)
        }
      }
      return { await withCheckedContinuation { _ = ask.yield($0) } }
    },
    "A `Provider` that reads": {
      let provider = Provider { Dependency(Swapped.self).wrappedValue }
      return { provider() }
    },
    "A `Lazy` that reads": {
      let lazy = Lazy { Dependency(Swapped.self).wrappedValue }
      return { lazy() }
    },
    "A `Lazy` that reads, first called in the scope of A": {
      let lazy = Lazy { Dependency(Swapped.self).wrappedValue }
      _ = lazy()
      return { lazy() }
    },
    "A reader of another default that is built on it": {
      let owner = Dependency(BuiltOnSwapped.self)
      _ = owner.wrappedValue
      return { owner.wrappedValue }
    },
  ]

  private static func with<Result>(_ name: String, _ make: () -> Result) -> Result {
    withDependencies {
      $0[Swapped.self] = name
    } operation: {
      make()
    }
  }

  private enum Swapped: DependencyKey {
    static var liveValue: String { "the default" }
    static var testValue: String { "the default" }
  }

  private enum BuiltOnSwapped: DependencyKey {
    static var liveValue: String { Dependency(Swapped.self).wrappedValue }
    static var testValue: String { liveValue }
  }
}
