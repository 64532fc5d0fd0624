import Dependence

/// An object that holds its dependencies.
final class Node: Sendable {
  private let first: Node?
  private let second: Node?
  /// The number of objects in the graph below this object, including this object.
  let count: Int

  init(_ first: Node? = nil, _ second: Node? = nil) {
    self.first = first
    self.second = second
    count = 1 + (first?.count ?? 0) + (second?.count ?? 0)
  }
}

/// A key whose value is a node.
protocol NodeKey: DependencyKey where Value == Node {
  static func make() -> Node
}

extension NodeKey {
  static var liveValue: Node { make() }
  static var testValue: Node { make() }

  /// The node, read as another node reads its dependencies.
  static var node: Node { Dependency(Self.self).wrappedValue }
}
