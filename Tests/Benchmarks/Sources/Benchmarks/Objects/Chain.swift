import Dependence

/// Fifty keys, each of which needs the next for its default.
enum Chain {
  enum N1: NodeKey { static func make() -> Node { Node(N2.node) } }
  enum N2: NodeKey { static func make() -> Node { Node(N3.node) } }
  enum N3: NodeKey { static func make() -> Node { Node(N4.node) } }
  enum N4: NodeKey { static func make() -> Node { Node(N5.node) } }
  enum N5: NodeKey { static func make() -> Node { Node(N6.node) } }
  enum N6: NodeKey { static func make() -> Node { Node(N7.node) } }
  enum N7: NodeKey { static func make() -> Node { Node(N8.node) } }
  enum N8: NodeKey { static func make() -> Node { Node(N9.node) } }
  enum N9: NodeKey { static func make() -> Node { Node(N10.node) } }
  enum N10: NodeKey { static func make() -> Node { Node(N11.node) } }
  enum N11: NodeKey { static func make() -> Node { Node(N12.node) } }
  enum N12: NodeKey { static func make() -> Node { Node(N13.node) } }
  enum N13: NodeKey { static func make() -> Node { Node(N14.node) } }
  enum N14: NodeKey { static func make() -> Node { Node(N15.node) } }
  enum N15: NodeKey { static func make() -> Node { Node(N16.node) } }
  enum N16: NodeKey { static func make() -> Node { Node(N17.node) } }
  enum N17: NodeKey { static func make() -> Node { Node(N18.node) } }
  enum N18: NodeKey { static func make() -> Node { Node(N19.node) } }
  enum N19: NodeKey { static func make() -> Node { Node(N20.node) } }
  enum N20: NodeKey { static func make() -> Node { Node(N21.node) } }
  enum N21: NodeKey { static func make() -> Node { Node(N22.node) } }
  enum N22: NodeKey { static func make() -> Node { Node(N23.node) } }
  enum N23: NodeKey { static func make() -> Node { Node(N24.node) } }
  enum N24: NodeKey { static func make() -> Node { Node(N25.node) } }
  enum N25: NodeKey { static func make() -> Node { Node(N26.node) } }
  enum N26: NodeKey { static func make() -> Node { Node(N27.node) } }
  enum N27: NodeKey { static func make() -> Node { Node(N28.node) } }
  enum N28: NodeKey { static func make() -> Node { Node(N29.node) } }
  enum N29: NodeKey { static func make() -> Node { Node(N30.node) } }
  enum N30: NodeKey { static func make() -> Node { Node(N31.node) } }
  enum N31: NodeKey { static func make() -> Node { Node(N32.node) } }
  enum N32: NodeKey { static func make() -> Node { Node(N33.node) } }
  enum N33: NodeKey { static func make() -> Node { Node(N34.node) } }
  enum N34: NodeKey { static func make() -> Node { Node(N35.node) } }
  enum N35: NodeKey { static func make() -> Node { Node(N36.node) } }
  enum N36: NodeKey { static func make() -> Node { Node(N37.node) } }
  enum N37: NodeKey { static func make() -> Node { Node(N38.node) } }
  enum N38: NodeKey { static func make() -> Node { Node(N39.node) } }
  enum N39: NodeKey { static func make() -> Node { Node(N40.node) } }
  enum N40: NodeKey { static func make() -> Node { Node(N41.node) } }
  enum N41: NodeKey { static func make() -> Node { Node(N42.node) } }
  enum N42: NodeKey { static func make() -> Node { Node(N43.node) } }
  enum N43: NodeKey { static func make() -> Node { Node(N44.node) } }
  enum N44: NodeKey { static func make() -> Node { Node(N45.node) } }
  enum N45: NodeKey { static func make() -> Node { Node(N46.node) } }
  enum N46: NodeKey { static func make() -> Node { Node(N47.node) } }
  enum N47: NodeKey { static func make() -> Node { Node(N48.node) } }
  enum N48: NodeKey { static func make() -> Node { Node(N49.node) } }
  enum N49: NodeKey { static func make() -> Node { Node(N50.node) } }
  enum N50: NodeKey { static func make() -> Node { Node() } }
}
