@testable import Dependence
import DependenceTesting
import TestKeys
import Testing

/// The getters of properties that keep the values which they read from.
struct LeaseTests {
  @Test func `a property may keep the values from which it was read`() {
    let kept = withDependencies {
      $0[Key.self] = 3
    } operation: {
      Dependency(\.keptValues).wrappedValue
    }

    // Another read must not change what was kept.
    let other = withDependencies {
      $0[Key.self] = 4
    } operation: {
      Dependency(\.keptValues).wrappedValue()[Key.self]
    }
    #expect(kept()[Key.self] == 3)
    #expect(other == 4)
  }

  @Test func `values that were kept keep the overrides of their scope alive, and no longer`() {
    weak var object: Object?

    do {
      let kept = withDependencies {
        let new = Object()
        object = new
        $0[ObjectKey.self] = new
      } operation: {
        Dependency(\.keptValues).wrappedValue
      }
      #expect(kept()[ObjectKey.self] === object)
      #expect(object != nil)
    }

    #expect(object == nil)
  }

  @Test func `a property that reads other properties gets the values of its own scope`() {
    let sums = (0..<3).map { number in
      withDependencies {
        $0[Key.self] = number
      } operation: {
        Dependency(\.nested).wrappedValue
      }
    }

    #expect(sums == [100, 102, 104])
  }

  @Test func `a property may change a copy of the values`() {
    let changed = withDependencies {
      $0[Key.self] = 5
    } operation: {
      Dependency(\.changedCopy).wrappedValue
    }

    #expect(changed == 6)
  }
}

private enum Key: DependencyKey {
  static var liveValue: Int { 1 }
  static var testValue: Int { 1 }
}

private enum ObjectKey: DependencyKey {
  static var liveValue: Object { Object() }
  static var testValue: Object { Object() }
}

private final class Object: Sendable {}

extension DependencyValues {
  fileprivate var keptValues: @Sendable () -> DependencyValues {
    { [values = self] in values }
  }

  fileprivate var inner: Int { self[Key.self] }

  /// Reads a property through a wrapper while it is read itself, in its own scope and in another one.
  fileprivate var nested: Int {
    let other = withDependencies {
      $0[Key.self] = 100
    } operation: {
      Dependency(\.inner).wrappedValue
    }
    return self[Key.self] + Dependency(\.inner).wrappedValue + other
  }

  fileprivate var changedCopy: Int {
    var copy = self
    copy[Key.self] += 1
    return copy[Key.self]
  }
}
