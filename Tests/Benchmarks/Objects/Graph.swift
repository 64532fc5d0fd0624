import Dependence

/// Fifty keys, of which each needs the next to compute its default.
enum Graph {
  enum N1: NodeKey { static func make() -> Node { Node(over: N2.self) } }
  enum N2: NodeKey { static func make() -> Node { Node(over: N3.self) } }
  enum N3: NodeKey { static func make() -> Node { Node(over: N4.self) } }
  enum N4: NodeKey { static func make() -> Node { Node(over: N5.self) } }
  enum N5: NodeKey { static func make() -> Node { Node(over: N6.self) } }
  enum N6: NodeKey { static func make() -> Node { Node(over: N7.self) } }
  enum N7: NodeKey { static func make() -> Node { Node(over: N8.self) } }
  enum N8: NodeKey { static func make() -> Node { Node(over: N9.self) } }
  enum N9: NodeKey { static func make() -> Node { Node(over: N10.self) } }
  enum N10: NodeKey { static func make() -> Node { Node(over: N11.self) } }
  enum N11: NodeKey { static func make() -> Node { Node(over: N12.self) } }
  enum N12: NodeKey { static func make() -> Node { Node(over: N13.self) } }
  enum N13: NodeKey { static func make() -> Node { Node(over: N14.self) } }
  enum N14: NodeKey { static func make() -> Node { Node(over: N15.self) } }
  enum N15: NodeKey { static func make() -> Node { Node(over: N16.self) } }
  enum N16: NodeKey { static func make() -> Node { Node(over: N17.self) } }
  enum N17: NodeKey { static func make() -> Node { Node(over: N18.self) } }
  enum N18: NodeKey { static func make() -> Node { Node(over: N19.self) } }
  enum N19: NodeKey { static func make() -> Node { Node(over: N20.self) } }
  enum N20: NodeKey { static func make() -> Node { Node(over: N21.self) } }
  enum N21: NodeKey { static func make() -> Node { Node(over: N22.self) } }
  enum N22: NodeKey { static func make() -> Node { Node(over: N23.self) } }
  enum N23: NodeKey { static func make() -> Node { Node(over: N24.self) } }
  enum N24: NodeKey { static func make() -> Node { Node(over: N25.self) } }
  enum N25: NodeKey { static func make() -> Node { Node(over: N26.self) } }
  enum N26: NodeKey { static func make() -> Node { Node(over: N27.self) } }
  enum N27: NodeKey { static func make() -> Node { Node(over: N28.self) } }
  enum N28: NodeKey { static func make() -> Node { Node(over: N29.self) } }
  enum N29: NodeKey { static func make() -> Node { Node(over: N30.self) } }
  enum N30: NodeKey { static func make() -> Node { Node(over: N31.self) } }
  enum N31: NodeKey { static func make() -> Node { Node(over: N32.self) } }
  enum N32: NodeKey { static func make() -> Node { Node(over: N33.self) } }
  enum N33: NodeKey { static func make() -> Node { Node(over: N34.self) } }
  enum N34: NodeKey { static func make() -> Node { Node(over: N35.self) } }
  enum N35: NodeKey { static func make() -> Node { Node(over: N36.self) } }
  enum N36: NodeKey { static func make() -> Node { Node(over: N37.self) } }
  enum N37: NodeKey { static func make() -> Node { Node(over: N38.self) } }
  enum N38: NodeKey { static func make() -> Node { Node(over: N39.self) } }
  enum N39: NodeKey { static func make() -> Node { Node(over: N40.self) } }
  enum N40: NodeKey { static func make() -> Node { Node(over: N41.self) } }
  enum N41: NodeKey { static func make() -> Node { Node(over: N42.self) } }
  enum N42: NodeKey { static func make() -> Node { Node(over: N43.self) } }
  enum N43: NodeKey { static func make() -> Node { Node(over: N44.self) } }
  enum N44: NodeKey { static func make() -> Node { Node(over: N45.self) } }
  enum N45: NodeKey { static func make() -> Node { Node(over: N46.self) } }
  enum N46: NodeKey { static func make() -> Node { Node(over: N47.self) } }
  enum N47: NodeKey { static func make() -> Node { Node(over: N48.self) } }
  enum N48: NodeKey { static func make() -> Node { Node(over: N49.self) } }
  enum N49: NodeKey { static func make() -> Node { Node(over: N50.self) } }
  enum N50: NodeKey { static func make() -> Node { Node() } }
}

/// An object that holds what it depends on.
final class Node: Sendable {
  private let next: Node?
  /// How many objects there are from here on.
  let count: Int

  init() {
    next = nil
    count = 1
  }

  init<Key: NodeKey>(over key: Key.Type) {
    let next = Dependency(key).wrappedValue
    self.next = next
    count = next.count + 1
  }
}

protocol NodeKey: DependencyKey where Value == Node {
  static func make() -> Node
}

extension NodeKey {
  static var liveValue: Node { make() }
  static var testValue: Node { make() }
}
