import Dependence
import DependenceHarness
import TestKeys

extension BehaviorTests {
  static let strictReads: [String: Experiment] = [
    "An override": {
      count {
        withDependencies {
          $0[Tested.self] = "override"
        } operation: {
          _ = Dependency(Tested.self).wrappedValue
        }
      }
    },
    "A value that was prepared": {
      prepareDependencies { $0[Tested.self] = "prepared" }
      return count { _ = Dependency(Tested.self).wrappedValue }
    },
    "A default": { count { _ = Dependency(Tested.self).wrappedValue } },
    "A default, twice": {
      count { for _ in 1...2 { _ = Dependency(Tested.self).wrappedValue } }
    },
    "A default that is built on another default": {
      count { _ = Dependency(Built.self).wrappedValue }
    },
    "A default that a `Lazy` reads to create its value": {
      count { _ = Lazy { Dependency(Tested.self).wrappedValue }() }
    },
    "A default of a key without a test value": {
      count { _ = Dependency(LiveOnly.self).wrappedValue }
    },
    "The default of a key in `except:`": {
      count(except: Tested.self) { _ = Dependency(Tested.self).wrappedValue }
    },
    "The default of a `NeutralDependencyKey`": {
      count { _ = Dependency(Neutral.self).wrappedValue }
    },
    "The default of a `PlaceholderDependencyKey`": {
      count { _ = Dependency(Placeholder.self).wrappedValue }
    },
    "A default that is modified in place, as in `$0.client.fetch = …`": {
      count {
        withDependencies {
          $0[Tested.self] += "!"
        } operation: {
        }
      }
    },
  ]

  private static func count(
    except exceptions: any TestDependencyKey.Type...,
    read: () -> Void
  ) -> [String] {
    let found = issues {
      if exceptions.isEmpty {
        withStrictDependencies(operation: read)
      } else {
        withStrictDependencies(except: exceptions[0], operation: read)
      }
    }
    return ["\(found.count)"]
  }

  /// A key whose default value is the default value of another key.
  enum Built: DependencyKey {
    static var liveValue: String { Dependency(Tested.self).wrappedValue }
    static var testValue: String { liveValue }
  }
}
