/// The boxes and arrows in a diagram of a dependency graph. A box represents a type, a dependency
/// key, or a whole module.
struct GraphPicture {
  /// The part of a dependency graph to draw.
  enum Part: Hashable {
    case everything
    case modules
    case module(String)
    /// The types with the given indices, and all types that can be reached from them by following
    /// at most `depth` arrows in either direction.
    case around(Set<Int>, depth: Int)
  }

  struct Box: Hashable {
    enum Kind: String, Hashable { case root, type, key, module }

    var name: String
    var caption: String
    var kind: Kind
  }

  struct Arrow: Hashable {
    enum Kind: String, Hashable {
      case makes
      case makesLater = "later"
      case reads
    }

    var from: Int
    var to: Int
    var label: String
    var kind: Kind
    /// The number of arrows that were combined into this one, or `nil` for a single arrow.
    var count: Int?
  }

  enum Item: Hashable {
    case node(Int)
    case module(String)
    case key(String)
    case keys
    /// The single box in the diagram that represents all types that no other box represents.
    case others

    fileprivate var isMerged: Bool {
      if case .node = self { false } else if case .key = self { false } else { true }
    }
  }

  private(set) var boxes: [Box] = []
  private(set) var arrows: [Arrow] = []
  private let analysis: Analysis
  private let part: Part
  private var indices: [Item: Int] = [:]
  private var merged: [[Int]: Int] = [:]
  /// For each box, the number of types that it represents because they have no box of their own.
  private let below: [Item: Int]

  /// Creates a diagram of a part of the graph. If the part has more than `most` types, only the
  /// types that lead to the most other types get their own boxes.
  init(_ analysis: Analysis, _ part: Part = .everything, most: Int = .max) {
    self.analysis = analysis
    self.part = part
    let nodes = analysis.graph.nodes
    var items = Self.items(of: part, analysis.graph)
    let types = items.indices.filter { items[$0] == .node($0) }
    let standIns = types.count > most ? Self.overview(of: Set(types), analysis.graph) : [:]
    for (node, item) in standIns { items[node] = item }
    below = Dictionary(standIns.filter { $1 != .node($0) }.map { ($1, 1) }, uniquingKeysWith: +)
    for item in items {
      if case .module = item, part != .modules { continue }
      if let item { _ = index(of: item) }
    }
    for (node, from) in zip(nodes, items) {
      for property in node.properties {
        guard let from, let child = property.child, let to = items[child] else { continue }
        let kind: Arrow.Kind = property.isConstant ? .makes : .makesLater
        add(from, to, property.declaration.label, kind)
      }
    }
    for (item, reads) in zip(items, analysis.readsByNode) {
      guard let item else { continue }
      var seen: Set<String> = []
      for read in reads where seen.insert(read.name).inserted {
        if part == .modules || !below.isEmpty {
          add(item, .keys, "", .reads)
        } else if case .node = item {
          add(item, .key(read.name), "", .reads)
        }
      }
    }
  }

  private static func items(of part: Part, _ graph: Graph) -> [Item?] {
    let modules = graph.nodes.map(\.type.module)
    switch part {
    case .everything: return modules.indices.map { .node($0) }
    case .modules: return modules.map { .module($0) }
    case .module(let name): return modules.enumerated().map { $1 == name ? .node($0) : .module($1) }
    case .around(let starts, let depth):
      var near = starts
      for _ in 0..<depth {
        let wider = near.union(near.flatMap { graph.children[$0] + graph.parents[$0] })
        if wider == near { break }
        near = wider
      }
      return modules.indices.map { near.contains($0) ? .node($0) : nil }
    }
  }

  private mutating func add(_ from: Item, _ to: Item, _ label: String, _ kind: Arrow.Kind) {
    let isMerged = !below.isEmpty || from.isMerged || to.isMerged
    if isMerged {
      // Omit arrows that start and end in the same box. If a single module is drawn, also omit
      // arrows between the other modules.
      if from == to { return }
      if part != .modules, case .module = from, case .module = to { return }
    }
    let ends = [index(of: from), index(of: to)]
    let arrow = Arrow(from: ends[0], to: ends[1], label: label, kind: kind)
    guard isMerged else { return arrows.append(arrow) }
    if let known = merged[ends] {
      arrows[known].count! += 1
      if kind == .makes { arrows[known].kind = .makes }
    } else {
      merged[ends] = arrows.count
      arrows.append(Arrow(from: ends[0], to: ends[1], label: "", kind: kind, count: 1))
    }
  }

  private mutating func index(of item: Item) -> Int {
    if let index = indices[item] { return index }
    indices[item] = boxes.count
    boxes.append(box(of: item))
    return boxes.count - 1
  }

  private func box(of item: Item) -> Box {
    let nodes = analysis.graph.nodes
    switch item {
    case .node(let index):
      let module = nodes[index].type.module
      return Box(
        name: nodes[index].createdType.description,
        caption: below[item].map { "\(module), with \($0) below" } ?? module,
        kind: analysis.graph.roots.contains(index) ? .root : .type
      )
    case .module(let name):
      let roots = analysis.graph.roots.count { nodes[$0].type.module == name }
      let ofRoots = roots == 0 ? "" : ", \(roots) of them \(roots == 1 ? "a root" : "roots")"
      let types = types(nodes.count { $0.type.module == name })
      return Box(name: name, caption: "\(types)\(ofRoots)", kind: .module)
    case .others: return Box(name: "others", caption: types(below[item]!), kind: .module)
    case .key(let name): return Box(name: name, caption: "key", kind: .key)
    case .keys:
      let names = Set(analysis.readsByNode.joined().map(\.name))
      return Box(name: "keys", caption: "\(names.count)", kind: .key)
    }
  }

  private func types(_ count: Int) -> String { "\(count) type\(count == 1 ? "" : "s")" }
}
