import Dependence

/// An object that holds what it depends on.
final class Node: Sendable {
  private let first: Node?
  private let second: Node?
  /// The number of objects from here on.
  let count: Int

  init(_ first: Node? = nil, _ second: Node? = nil) {
    self.first = first
    self.second = second
    count = 1 + (first?.count ?? 0) + (second?.count ?? 0)
  }
}

/// A key of a node.
protocol NodeKey: DependencyKey where Value == Node {
  static func make() -> Node
}

extension NodeKey {
  static var liveValue: Node { make() }
  static var testValue: Node { make() }

  /// The node, as another one reads it.
  static var node: Node { Dependency(Self.self).wrappedValue }
}
