@testable import Dependence

extension BehaviorTests {
  /// The layers of a lookup, in the order of their precedence.
  private enum Layer: Int, CaseIterable {
    case inner, outer, subtree, prepared, fallback
  }

  static let precedence: [String: Experiment] = [
    "`@Dependency(\\.x)`": { order { Dependency(LayerKey.self).wrappedValue } },
    "`DependencyValues.current`": { order { DependencyValues.current[LayerKey.self] } },
    "`CapturedDependencies.run { }`": {
      order {
        let continuation = captureDependencies()
        return elsewhere { continuation.run { Dependency(LayerKey.self).wrappedValue } }
      }
    },
    "`withSnapshotDependencies(_:)`": {
      order {
        let snapshot = DependencyValues.current.snapshot()
        return elsewhere {
          withSnapshotDependencies(snapshot) { Dependency(LayerKey.self).wrappedValue }
        }
      }
    },
    "`DependencyValues()`": { order { DependencyValues()[LayerKey.self] } },
  ]

  /// Returns the layer that provides the value with all layers, then without the first layer, and
  /// so on.
  private static func order(_ read: () -> String) -> [String] {
    let results = Layer.allCases.map { first in
      with(Layer.allCases.filter { $0.rawValue >= first.rawValue }, read)
    }
    let each = results.reduce(into: [String]()) { each, result in
      if each.last != result { each.append(result) }
    }
    return [each.joined(separator: ", ")]
  }

  private static func with(_ layers: [Layer], _ read: () -> String) -> String {
    let root = DependencyRoot(owner: nil)
    let subtree = PublishedSubtree()
    defer { withExtendedLifetime(subtree) {} }
    return Frame.bind(RootFrame(root)) {
      if layers.contains(.prepared) {
        prepareDependencies { $0[LayerKey.self] = "prepared value" }
      }
      if layers.contains(.subtree) {
        var values = DependencyValues(RootFrame(root))
        values[LayerKey.self] = "latest subtree"
        subtree.publish(values)
      }
      return scope("outer scope", if: layers.contains(.outer)) {
        scope("inner scope", if: layers.contains(.inner), read)
      }
    }
  }

  private static func scope(
    _ name: String,
    if isWanted: Bool,
    _ operation: () -> String
  ) -> String {
    guard isWanted else { return operation() }
    return withDependencies {
      $0[LayerKey.self] = name
    } operation: {
      operation()
    }
  }

  /// Runs `operation` in a new root without any of the layers.
  private static func elsewhere(_ operation: () -> String) -> String {
    Frame.bind(RootFrame(DependencyRoot(owner: nil)), operation)
  }

  private enum LayerKey: DependencyKey {
    static var liveValue: String { "default" }
    static var testValue: String { "default" }
  }
}
