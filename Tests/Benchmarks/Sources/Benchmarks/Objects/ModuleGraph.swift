import DependenceModules

/// A node that a module registers. `Key` identifies the node in ``Graph`` or ``Chain``.
struct Made<Key: NodeKey>: Sendable {
  let made: Node

  init(_ first: Node? = nil, _ second: Node? = nil) { made = Node(first, second) }

  /// The node, read as another node reads its dependencies.
  static var node: Node { Inject<Made>().wrappedValue.made }
}

extension Graph {
  /// A list of fifty modules, one for each node of the graph.
  static var modules: Dependencies {
    Dependencies {
      Module { Made<N1>(Made<N2>.node, Made<N3>.node) }
      Module { Made<N2>(Made<N4>.node, Made<N5>.node) }
      Module { Made<N3>(Made<N6>.node, Made<N7>.node) }
      Module { Made<N4>(Made<N8>.node, Made<N9>.node) }
      Module { Made<N5>(Made<N10>.node, Made<N11>.node) }
      Module { Made<N6>(Made<N12>.node, Made<N13>.node) }
      Module { Made<N7>(Made<N14>.node, Made<N15>.node) }
      Module { Made<N8>(Made<N16>.node, Made<N17>.node) }
      Module { Made<N9>(Made<N18>.node, Made<N19>.node) }
      Module { Made<N10>(Made<N20>.node, Made<N21>.node) }
      Module { Made<N11>(Made<N22>.node, Made<N23>.node) }
      Module { Made<N12>(Made<N24>.node, Made<N25>.node) }
      Module { Made<N13>(Made<N26>.node, Made<N27>.node) }
      Module { Made<N14>(Made<N28>.node, Made<N29>.node) }
      Module { Made<N15>(Made<N30>.node, Made<N31>.node) }
      Module { Made<N16>(Made<N32>.node, Made<N33>.node) }
      Module { Made<N17>(Made<N34>.node, Made<N35>.node) }
      Module { Made<N18>(Made<N36>.node, Made<N37>.node) }
      Module { Made<N19>(Made<N38>.node, Made<N39>.node) }
      Module { Made<N20>(Made<N40>.node, Made<N41>.node) }
      Module { Made<N21>(Made<N42>.node, Made<N43>.node) }
      Module { Made<N22>(Made<N44>.node, Made<N45>.node) }
      Module { Made<N23>(Made<N46>.node, Made<N47>.node) }
      Module { Made<N24>(Made<N48>.node, Made<N49>.node) }
      Module { Made<N25>(Made<N50>.node) }
      Module { Made<N26>() }
      Module { Made<N27>() }
      Module { Made<N28>() }
      Module { Made<N29>() }
      Module { Made<N30>() }
      Module { Made<N31>() }
      Module { Made<N32>() }
      Module { Made<N33>() }
      Module { Made<N34>() }
      Module { Made<N35>() }
      Module { Made<N36>() }
      Module { Made<N37>() }
      Module { Made<N38>() }
      Module { Made<N39>() }
      Module { Made<N40>() }
      Module { Made<N41>() }
      Module { Made<N42>() }
      Module { Made<N43>() }
      Module { Made<N44>() }
      Module { Made<N45>() }
      Module { Made<N46>() }
      Module { Made<N47>() }
      Module { Made<N48>() }
      Module { Made<N49>() }
      Module { Made<N50>() }
    }
  }
}
