@testable import DependenceGraphAnalysis

/// A reference implementation of the graph validation, which follows every chain from every root
/// and records the values that are passed on. It is slow, but simple enough to be obviously
/// correct.
struct PathUnfolder {
  /// A property that receives no value on at least one path from a root.
  struct Lack: Hashable {
    var root: String
    var location: FileLocation
  }

  /// A property that can be created only after another property of the same type.
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
    /// For each type on the path, the property through which the path continues.
    var way: [String: String]
  }

  private var lackedByRoot: Set<String> = []
  private let types: [String: InstantiableType]
  private(set) var lacks: Set<Lack> = []
  private(set) var orders: Set<Order> = []
  /// The types whose creation requires another instance of the same type.
  private(set) var endless: Set<String> = []
  /// The possible values of each optional property, whose key is `Type.label`. The set contains
  /// `true` if the property gets a value on some path, and `false` if it gets `nil` on some path.
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
    // A second visit of a type with the same values on the same path would have the same result.
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
      // An alias may refer to another property of the same type. All other received values are
      // provided by types earlier on the path.
      let scope = property.alias == nil ? handed : environment
      var origin = scope[key(wanted.0, wanted.1)]
      if property.onlyIfAvailable {
        let bare = wanted.1.wrapped ?? wanted.1
        let candidates = [bare, TypeReference.optional(bare)]
          .compactMap { scope[key(wanted.0, $0)] }
        // The value that is provided by the last type on the path takes precedence.
        origin = nearest(candidates, along: path, at: name)
        optionals["\(name).\(property.label)", default: []].insert(origin != nil)
      } else if origin == nil {
        // If the root itself lacks a value, it is reported only for the root. The types that the
        // root creates would receive the value from the root.
        if path.isEmpty { lackedByRoot.insert(key(wanted.0, wanted.1)) }
        if path.isEmpty || !lackedByRoot.contains(key(wanted.0, wanted.1)) {
          lacks.insert(Lack(root: root, location: property.location))
        }
      }
      guard let origin, isMade(origin) else { continue }
      if origin.owner == name {
        orders.insert(Order(owner: name, property: property.label, needed: origin.label))
      } else if let link = path.last(where: { $0.owner == origin.owner }) {
        // The path continues from the owner through this property. The owner must therefore create
        // `origin` before this property.
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

  /// Whether the property at `origin` is created or computed by its owner. Forwarded values are
  /// available from the start.
  private func isMade(_ origin: Origin) -> Bool {
    types[origin.owner]!.properties.contains { property in
      property.label == origin.label
        && (property.source == .instantiated || property.alias != nil)
    }
  }

  /// Returns the groups of types that require each other during their creation. Each group is
  /// represented by its first type in `order`.
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
