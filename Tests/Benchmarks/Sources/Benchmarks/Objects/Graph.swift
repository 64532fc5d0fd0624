import Dependence

/// Fifty keys in six layers. The default value of each key reads up to two keys of the next layer.
enum Graph {
  enum N1: NodeKey { static func make() -> Node { Node(N2.node, N3.node) } }
  enum N2: NodeKey { static func make() -> Node { Node(N4.node, N5.node) } }
  enum N3: NodeKey { static func make() -> Node { Node(N6.node, N7.node) } }
  enum N4: NodeKey { static func make() -> Node { Node(N8.node, N9.node) } }
  enum N5: NodeKey { static func make() -> Node { Node(N10.node, N11.node) } }
  enum N6: NodeKey { static func make() -> Node { Node(N12.node, N13.node) } }
  enum N7: NodeKey { static func make() -> Node { Node(N14.node, N15.node) } }
  enum N8: NodeKey { static func make() -> Node { Node(N16.node, N17.node) } }
  enum N9: NodeKey { static func make() -> Node { Node(N18.node, N19.node) } }
  enum N10: NodeKey { static func make() -> Node { Node(N20.node, N21.node) } }
  enum N11: NodeKey { static func make() -> Node { Node(N22.node, N23.node) } }
  enum N12: NodeKey { static func make() -> Node { Node(N24.node, N25.node) } }
  enum N13: NodeKey { static func make() -> Node { Node(N26.node, N27.node) } }
  enum N14: NodeKey { static func make() -> Node { Node(N28.node, N29.node) } }
  enum N15: NodeKey { static func make() -> Node { Node(N30.node, N31.node) } }
  enum N16: NodeKey { static func make() -> Node { Node(N32.node, N33.node) } }
  enum N17: NodeKey { static func make() -> Node { Node(N34.node, N35.node) } }
  enum N18: NodeKey { static func make() -> Node { Node(N36.node, N37.node) } }
  enum N19: NodeKey { static func make() -> Node { Node(N38.node, N39.node) } }
  enum N20: NodeKey { static func make() -> Node { Node(N40.node, N41.node) } }
  enum N21: NodeKey { static func make() -> Node { Node(N42.node, N43.node) } }
  enum N22: NodeKey { static func make() -> Node { Node(N44.node, N45.node) } }
  enum N23: NodeKey { static func make() -> Node { Node(N46.node, N47.node) } }
  enum N24: NodeKey { static func make() -> Node { Node(N48.node, N49.node) } }
  enum N25: NodeKey { static func make() -> Node { Node(N50.node) } }
  enum N26: NodeKey { static func make() -> Node { Node() } }
  enum N27: NodeKey { static func make() -> Node { Node() } }
  enum N28: NodeKey { static func make() -> Node { Node() } }
  enum N29: NodeKey { static func make() -> Node { Node() } }
  enum N30: NodeKey { static func make() -> Node { Node() } }
  enum N31: NodeKey { static func make() -> Node { Node() } }
  enum N32: NodeKey { static func make() -> Node { Node() } }
  enum N33: NodeKey { static func make() -> Node { Node() } }
  enum N34: NodeKey { static func make() -> Node { Node() } }
  enum N35: NodeKey { static func make() -> Node { Node() } }
  enum N36: NodeKey { static func make() -> Node { Node() } }
  enum N37: NodeKey { static func make() -> Node { Node() } }
  enum N38: NodeKey { static func make() -> Node { Node() } }
  enum N39: NodeKey { static func make() -> Node { Node() } }
  enum N40: NodeKey { static func make() -> Node { Node() } }
  enum N41: NodeKey { static func make() -> Node { Node() } }
  enum N42: NodeKey { static func make() -> Node { Node() } }
  enum N43: NodeKey { static func make() -> Node { Node() } }
  enum N44: NodeKey { static func make() -> Node { Node() } }
  enum N45: NodeKey { static func make() -> Node { Node() } }
  enum N46: NodeKey { static func make() -> Node { Node() } }
  enum N47: NodeKey { static func make() -> Node { Node() } }
  enum N48: NodeKey { static func make() -> Node { Node() } }
  enum N49: NodeKey { static func make() -> Node { Node() } }
  enum N50: NodeKey { static func make() -> Node { Node() } }
}
