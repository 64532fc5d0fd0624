@testable import DependenceGraphAnalysis

/// Judges a graph as a reader would: follows every chain from every root, and writes down what is
/// handed along. Slow, and obviously correct.
struct PathUnfolder {
  /// A property that is not handed what it wants, in some chain.
  struct Lack: Hashable {
    var root: String
    var location: FileLocation
  }

  /// A property that needs another one of the same type to be there first.
  struct Order: Hashable {
    var owner: String
    var property: String
    var needed: String
  }

  /// The origin of a value: the type that provides it, and its property.
  private struct Origin: Hashable {
    var owner: String
    var label: String
  }

  private typealias Environment = [String: Origin]

  private struct Visit: Hashable {
    var type: String
    var environment: Environment
    /// For each type on the way, the property that the way leads through.
    var way: [String: String]
  }

  private var lackedByRoot: Set<String> = []
  private let types: [String: InstantiableType]
  private(set) var lacks: Set<Lack> = []
  private(set) var orders: Set<Order> = []
  /// Types that are made while they are being made.
  private(set) var endless: Set<String> = []
  /// The cases of each optional property, by type and label: handed something (true), or nothing.
  private(set) var optionals: [String: Set<Bool>] = [:]

  init(_ project: Project, roots: [String]) {
    types = Dictionary(uniqueKeysWithValues: project.types.map { ($0.name, $0) })
    for root in roots {
      var seen: Set<Visit> = []
      lackedByRoot = []
      walk(root, [:], root: root, path: [], &seen)
    }
    for name in types.keys { findEndless(from: name) }
  }

  private mutating func walk(
    _ name: String,
    _ handed: Environment,
    root: String,
    path: [(owner: String, property: String)],
    _ seen: inout Set<Visit>
  ) {
    // The same type with the same values on the same way would only do the same again.
    let way = Dictionary(path.map { ($0.owner, $0.property) }, uniquingKeysWith: { $1 })
    guard seen.insert(Visit(type: name, environment: handed, way: way)).inserted,
      let type = types[name]
    else { return }
    var environment = handed
    for property in type.properties where property.source != .received || property.alias != nil {
      environment[key(property.label, property.type)] = Origin(
        owner: name,
        label: property.label
      )
    }
    for property in type.properties where property.source == .received {
      let wanted = property.alias.map { ($0.label, $0.type) } ?? (property.label, property.type)
      // A renamed property may stand for another one of the same type; anything else comes from above.
      let scope = property.alias == nil ? handed : environment
      var origin = scope[key(wanted.0, wanted.1)]
      if property.onlyIfAvailable {
        let bare = wanted.1.wrapped ?? wanted.1
        let candidates = [bare, TypeReference.optional(bare)]
          .compactMap { scope[key(wanted.0, $0)] }
        // The one that is nearer to here is meant.
        origin = nearest(candidates, along: path, at: name)
        optionals["\(name).\(property.label)", default: []].insert(origin != nil)
      } else if origin == nil {
        // Once is enough: what the root lacks, it could hand down if it did not.
        if path.isEmpty { lackedByRoot.insert(key(wanted.0, wanted.1)) }
        if path.isEmpty || !lackedByRoot.contains(key(wanted.0, wanted.1)) {
          lacks.insert(Lack(root: root, location: property.location))
        }
      }
      guard let origin, isMade(origin) else { continue }
      if origin.owner == name {
        orders.insert(Order(owner: name, property: property.label, needed: origin.label))
      } else if let link = path.last(where: { $0.owner == origin.owner }) {
        // What made this chain begins at that owner with one of its properties.
        orders.insert(Order(owner: origin.owner, property: link.property, needed: origin.label))
      }
    }
    for property in type.properties where property.source == .instantiated {
      walk(
        property.instantiatedType.name,
        environment,
        root: root,
        path: path + [(name, property.label)],
        &seen
      )
    }
  }

  private func nearest(
    _ candidates: [Origin],
    along path: [(owner: String, property: String)],
    at name: String
  ) -> Origin? {
    let owners = path.map(\.owner) + [name]
    return candidates.max {
      (owners.lastIndex(of: $0.owner) ?? -1) < (owners.lastIndex(of: $1.owner) ?? -1)
    }
  }

  private mutating func findEndless(from start: String) {
    if reaches(start, start) { endless.insert(start) }
  }

  private func constants(of name: String) -> [String] {
    types[name]?.properties.filter { $0.source == .instantiated && $0.isConstant }
      .map(\.instantiatedType.name) ?? []
  }

  /// True if something has to be made before it is there; what is forwarded is there from the start.
  private func isMade(_ origin: Origin) -> Bool {
    types[origin.owner]!.properties.contains { property in
      property.label == origin.label
        && (property.source == .instantiated || property.alias != nil)
    }
  }

  /// The types that make each other, named by the one that is declared first.
  func endlessClasses(in order: [String]) -> Set<String> {
    Set(
      endless.map { type in
        order.first { $0 == type || (reaches($0, type) && reaches(type, $0)) }!
      }
    )
  }

  private func reaches(_ start: String, _ end: String) -> Bool {
    var pending = constants(of: start)
    var seen: Set<String> = []
    while let name = pending.popLast() {
      guard seen.insert(name).inserted else { continue }
      pending += constants(of: name)
    }
    return seen.contains(end)
  }

  private func key(_ label: String, _ type: TypeReference) -> String { "\(label): \(type)" }
}
