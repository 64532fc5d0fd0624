/// Finds the key behind a read, and whether it has a live value.
struct KeyIndex {
  enum Verdict: Hashable {
    case live
    case missing(key: String, place: SourcePlace)
    /// The key, or what it conforms to, is declared beyond what was scanned.
    case unknown
  }

  private let resolver: Resolver
  private var conformances: [TypeName.Nominal: [KeyConformance]] = [:]
  private var properties: [String: [KeyProperty]] = [:]
  private var preparedProperties: Set<String> = []
  private var preparedKeys: Set<TypeName.Nominal> = []

  init(_ analysis: Analysis) {
    resolver = analysis.index.resolver
    for conformance in analysis.project.keyConformances {
      let scope = NameScope(module: conformance.module, file: conformance.place.file)
      guard let key = resolver.resolve(TypeReference(conformance.key), in: scope).nominal else {
        continue
      }
      conformances[key, default: []].append(conformance)
    }
    for property in analysis.project.keyProperties {
      properties[property.name, default: []].append(property)
    }
    for preparation in analysis.project.keyPreparations {
      if let name = preparation.property {
        preparedProperties.insert(name)
        for property in properties[name] ?? [] { prepare(property.key, of: property) }
      } else if let key = preparation.key {
        let scope = scope(of: preparation.owner, preparation.module, preparation.place)
        resolver.resolve(TypeReference(key), in: scope).nominal.map { _ = preparedKeys.insert($0) }
      }
    }
  }

  private mutating func prepare(_ key: String?, of property: KeyProperty) {
    guard let key else { return }
    let scope = scope(of: "DependencyValues", property.module, property.place)
    resolver.resolve(TypeReference(key), in: scope).nominal.map { _ = preparedKeys.insert($0) }
  }

  func verdict(on read: KeyRead) -> Verdict {
    if let key = read.key {
      return verdict(onKey: key, in: scope(of: read.owner, read.module, read.place))
    }
    guard let name = read.property, let list = properties[name] else { return .unknown }
    if preparedProperties.contains(name) { return .live }
    let own = list.filter { $0.module == read.module }
    guard let property = own.first ?? list.first else { return .unknown }
    if property.hasLiveValue { return .live }
    let scope = scope(of: "DependencyValues", property.module, property.place)
    return property.key.map { verdict(onKey: $0, in: scope) } ?? .unknown
  }

  private func scope(of owner: String, _ module: String, _ place: SourcePlace) -> NameScope {
    var levels: [String] = []
    for name in owner.split(separator: ".") {
      levels.append((levels.last.map { "\($0)." } ?? "") + name)
    }
    return NameScope(levels: levels, module: module, file: place.file)
  }

  private func verdict(onKey name: String, in scope: NameScope) -> Verdict {
    guard let key = resolver.resolve(TypeReference(name), in: scope).nominal,
      let list = conformances[key]
    else { return .unknown }
    if preparedKeys.contains(key) { return .live }
    let meanings = list.flatMap { conformance in
      let scope = NameScope(module: conformance.module, file: conformance.place.file)
      return conformance.protocols.map { meaning(of: $0, in: scope) }
    }
    if meanings.contains(.live) { return .live }
    guard meanings.contains(.test), !meanings.contains(.unknown) else { return .unknown }
    return .missing(key: key.description, place: list[0].place)
  }

  private enum Meaning {
    case live
    case test
    case unknown
  }

  /// The meaning of conforming to a protocol for a key, by what the protocol refines.
  private func meaning(of name: String, in scope: NameScope) -> Meaning {
    var pending = [resolver.resolve(TypeReference(name), in: scope)]
    var seen: Set<TypeName> = []
    var isTest = false
    while let type = pending.popLast() {
      guard seen.insert(type).inserted, let nominal = type.nominal else { continue }
      switch nominal.name.lastComponent {
      case "DependencyKey": return .live
      case "TestDependencyKey": isTest = true
      default: pending += resolver.inherited(by: nominal)
      }
    }
    return isTest ? .test : .unknown
  }
}
