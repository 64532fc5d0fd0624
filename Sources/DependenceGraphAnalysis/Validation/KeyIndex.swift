/// Finds the key behind a read, and whether it has a live value.
struct KeyIndex {
  enum Verdict: Hashable {
    case live
    /// No declaration that was scanned gives the key a live value.
    case missing(key: String, place: SourcePlace)
    /// The key, or what it conforms to, is declared beyond what was scanned.
    case unknown
  }

  private var conformances: [String: [KeyConformance]] = [:]
  private var properties: [String: [KeyProperty]] = [:]
  private var refined: [String: [String]] = [:]

  init(_ project: Project) {
    for conformance in project.keyConformances {
      conformances[conformance.key, default: []].append(conformance)
    }
    for property in project.keyProperties {
      properties[property.name, default: []].append(property)
    }
    for declaration in project.protocols {
      refined[declaration.name, default: []] += declaration.inheritedTypes.map(\.description)
    }
  }

  func verdict(on read: KeyRead) -> Verdict {
    if let key = read.key { return verdict(onKey: key, from: read.owner) }
    guard let name = read.property, let list = properties[name] else { return .unknown }
    let own = list.filter { $0.module == read.module }
    guard let property = own.first ?? list.first else { return .unknown }
    if property.hasLiveValue { return .live }
    return property.key.map { verdict(onKey: $0, from: "DependencyValues") } ?? .unknown
  }

  private func verdict(onKey key: String, from enclosing: String) -> Verdict {
    var enclosing = enclosing[...]
    var names: [String] = []
    while !enclosing.isEmpty {
      names.append("\(enclosing).\(key)")
      enclosing = enclosing.lastIndex(of: ".").map { enclosing[..<$0] } ?? ""
    }
    names.append(key)
    if let dot = key.firstIndex(of: ".") { names.append(String(key[key.index(after: dot)...])) }
    guard let name = names.first(where: { conformances[$0] != nil }), let list = conformances[name]
    else { return .unknown }
    let protocols = list.flatMap(\.protocols).map(meaning)
    if protocols.contains(.live) { return .live }
    guard protocols.contains(.test), !protocols.contains(.unknown) else { return .unknown }
    return .missing(key: name, place: list[0].place)
  }

  private enum Meaning {
    case live
    case test
    case unknown
  }

  /// What conforming to a protocol says about a key, by what the protocol refines.
  private func meaning(of name: String) -> Meaning {
    var pending = [name]
    var seen: Set<String> = []
    var isTest = false
    while let name = pending.popLast() {
      guard seen.insert(name).inserted else { continue }
      switch name.split(separator: ".").last {
      case "DependencyKey": return .live
      case "TestDependencyKey": isTest = true
      default: pending += refined[name] ?? []
      }
    }
    return isTest ? .test : .unknown
  }
}
