@testable import Dependence
import DependenceTesting
import TestKeys
import Testing

/// Tests of property getters that retain the `DependencyValues` that they read from.
struct LeaseTests {
  @Test func `a property getter can retain the values that it reads from`() {
    let kept = withDependencies {
      $0[Key.self] = 3
    } operation: {
      Dependency(\.keptValues).wrappedValue
    }

    // A read of other values must not change the retained values.
    let other = withDependencies {
      $0[Key.self] = 4
    } operation: {
      Dependency(\.keptValues).wrappedValue()[Key.self]
    }
    #expect(kept()[Key.self] == 3)
    #expect(other == 4)
  }

  @Test func `overrides are released with the values that retain their scope`() {
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

  @Test func `nested property reads resolve in their own scopes`() {
    let sums = (0..<3).map { number in
      withDependencies {
        $0[Key.self] = number
      } operation: {
        Dependency(\.nested).wrappedValue
      }
    }

    #expect(sums == [100, 102, 104])
  }

  @Test func `a property getter can modify a copy of the values`() {
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

  /// Reads another property through a wrapper, both in the current scope and in an inner scope.
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
