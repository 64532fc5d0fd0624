/// Determines the key that code uses to read a dependency, and whether that key has a live value
/// (the value used outside of tests).
struct KeyIndex {
  enum State: String {
    case live, missing
    /// The key has no known live value, but a comment in the code that reads it permits this.
    case allowed
    /// The scanned files do not show whether the key has a live value. For example:
    ///
    /// - The key, or a protocol that it conforms to, is declared in code that was not scanned.
    /// - The app assigns the key only under a condition.
    /// - A program that reads the key may not link a module that provides the live value.
    /// - The key has no live value, but the code that reads it may never run in an app (see
    ///   ``KeyRead/isConstrained``).
    case unknown
  }

  typealias Verdict = (
    state: State, key: Finding.Related?,
    /// The dependency reads in the code that computes the key's live value. Empty if the app replaces
    /// this value in a call to `prepareDependencies`.
    reads: [KeyRead]
  )

  private let resolver: Resolver
  private let linkedModules: LinkedModules
  private var conformances: [TypeName.Nominal: [KeyConformance]] = [:]
  private var properties: [String: [KeyProperty]] = [:]
  /// The modules that assign each `DependencyValues` property in a call to `prepareDependencies`,
  /// keyed by the location of the property's declaration. Assignments that may not run, such as
  /// those in an `if` statement, and assignments to properties that use several keys are not
  /// included.
  private var modulesPreparingProperty: [FileLocation: Set<String>] = [:]
  /// The modules that assign each key in a call to `prepareDependencies`, directly or through a
  /// property. Assignments that may not run are not included.
  private var modulesPreparingKey: [TypeName.Nominal: Set<String>] = [:]
  /// The keys with an assignment that may not run.
  private var conditionallyPreparedKeys: Set<TypeName.Nominal> = []
  /// Whether a call to `prepareDependencies` may assign dependencies that the scan cannot
  /// determine.
  private var hasUnknownPreparation = false
  /// The dependency reads in the code of each key, except for those in its test value and its
  /// preview value.
  private var readsByKey: [TypeName.Nominal: [KeyRead]] = [:]
  /// The dependency reads in `DependencyValues` properties, keyed by the property's name.
  private var readsByProperty: [String: [KeyRead]] = [:]

  init(_ analysis: Analysis) {
    resolver = analysis.index.resolver
    linkedModules = LinkedModules(analysis)
    properties = Dictionary(grouping: analysis.project.keyProperties, by: \.name)
    readConformances(of: analysis.project)
    for preparation in analysis.project.keyPreparations {
      if let name = preparation.property {
        for property in visibleProperties(name, from: preparation) {
          if !preparation.isConditional, !property.usesSeveralKeys {
            modulesPreparingProperty[property.location, default: []].insert(preparation.module)
          }
          if let key = key(of: property) { note(preparation, of: key) }
        }
      } else if let key = key(of: preparation) {
        note(preparation, of: key)
      } else if preparation.key == nil {
        hasUnknownPreparation = true
      }
    }
    readsByKey = analysis.reads(in: Set(conformances.keys)).mapValues { reads in
      reads.filter { !["testValue", "previewValue"].contains($0.member) }.map { read in
        // Other code in the key's type may be used only by the test value.
        var read = read
        read.isConstrained = read.isConstrained || read.member != "liveValue"
        return read
      }
    }
    for read in analysis.project.keyReads where analysis.isDependencyRead(read) {
      if let property = read.member, properties[property] != nil {
        readsByProperty[property, default: []].append(read)
      }
    }
  }

  private mutating func readConformances(of project: Project) {
    for conformance in project.keyConformances {
      if let key = extendedKey(by: conformance, in: project) {
        conformances[key, default: []].append(conformance)
      }
    }
    // A protocol whose name does not end in `Key` may provide the live value of a key as well.
    for declaration in project.conformingDeclarations {
      let conformance = KeyConformance(
        key: declaration.name,
        protocols: declaration.inheritedTypes.map(\.description),
        module: declaration.module,
        location: declaration.location
      )
      if let key = extendedKey(by: conformance, in: project) {
        conformances[key]?.append(conformance)
      }
    }
  }

  /// Returns the key to which a conformance belongs, or `nil` for a conformance that tests add to
  /// a key of another module. The app does not contain such a conformance.
  private func extendedKey(
    by conformance: KeyConformance,
    in project: Project
  ) -> TypeName.Nominal? {
    let scope = NameScope(module: conformance.module, file: conformance.location.file)
    guard let key = key(conformance.key, in: scope) else { return nil }
    return key.module == conformance.module || !project.isTest(conformance.module) ? key : nil
  }

  private mutating func note(_ preparation: KeyRead, of key: TypeName.Nominal) {
    if preparation.isConditional {
      conditionallyPreparedKeys.insert(key)
    } else {
      modulesPreparingKey[key, default: []].insert(preparation.module)
    }
  }

  /// Returns a state, such as `live` or `missing`, that indicates whether the key used by `read`
  /// has a live value. If the scanned files show that the key has none, also returns the key's name
  /// and location.
  ///
  /// If `read` names a property that several modules declare, it is unclear which of these
  /// properties the code reads. The state is then `live` only if all of them have a live value.
  ///
  /// - Parameter node: The index of the type in the graph whose code reads the key.
  func verdict(on read: KeyRead, at node: Int? = nil) -> Verdict {
    guard let name = read.property else { return verdict(on: read, key(of: read), at: node) }
    let verdicts = visibleProperties(name, from: read).map { property -> Verdict in
      let modules = modulesPreparingProperty[property.location, default: []]
      if linkedModules.contains(anyOf: modules, at: node) {
        // If the getter reads other properties, it is unclear which of them the app has assigned.
        let isForwarding = !readsOfSelf(in: property).isEmpty
        return isForwarding ? verdict(on: read, nil, at: node) : (.live, nil, [])
      }
      let reads = reads(in: property) + readsOfSelf(in: property)
      if property.hasLiveValue { return (.live, nil, reads) }
      let (state, key, readsOfKey) = verdict(on: read, key(of: property), at: node)
      return (state, key, reads + readsOfKey)
    }
    let decisive =
      verdicts.first { $0.key != nil } ?? verdicts.first { $0.state != .live } ?? verdicts.first
    return decisive.map { ($0.state, $0.key, verdicts.flatMap(\.reads)) }
      ?? verdict(on: read, nil, at: node)
  }

  /// Returns the `DependencyValues` properties named `name` that `code` may refer to. Properties in
  /// the module of `code` take precedence over those in modules that its file imports, and these
  /// take precedence over all others.
  private func visibleProperties(_ name: String, from code: KeyRead) -> [KeyProperty] {
    let all = properties[name] ?? []
    let own = all.filter { $0.module == code.module }
    if !own.isEmpty { return own }
    let imports = resolver.index.imports(of: code.location.file)
    let imported = all.filter { imports.contains($0.module) }
    return imported.isEmpty ? all : imported
  }

  private func reads(in property: KeyProperty) -> [KeyRead] {
    readsByProperty[property.name, default: []].filter { read in
      read.location.file == property.location.file && KeyProperty.ownerNames.contains(read.owner)
    }
  }

  private func readsOfSelf(in property: KeyProperty) -> [KeyRead] {
    property.readsOfSelf.filter { $0.property.map { properties[$0] != nil } == true }
  }

  private func verdict(
    on read: KeyRead,
    _ key: TypeName.Nominal?,
    at node: Int?
  ) -> Verdict {
    let unknown = read.allowsMissingLive ? State.allowed : .unknown
    guard let key, let list = conformances[key] else { return (unknown, nil, []) }
    // The modules that declare the key's live value or assign it in a call to
    // `prepareDependencies`.
    var modules = modulesPreparingKey[key, default: []]
    var mayBeLive = hasUnknownPreparation || conditionallyPreparedKeys.contains(key)
    var testOnly: KeyConformance?
    for conformance in list {
      let scope = NameScope(module: conformance.module, file: conformance.location.file)
      for name in conformance.protocols {
        switch state(ofConformingTo: name, in: scope) {
        case .live: modules.insert(conformance.module)
        // A protocol that was not scanned may provide a live value if its name ends in `Key`.
        case .unknown: mayBeLive = mayBeLive || name.hasSuffix("Key")
        case .missing, .allowed: testOnly = testOnly ?? conformance
        }
      }
    }
    if linkedModules.contains(anyOf: modules, at: node) {
      let isReplaced = linkedModules.contains(anyOf: modulesPreparingKey[key] ?? [], at: node)
      return (.live, nil, isReplaced ? [] : readsByKey[key] ?? [])
    }
    guard let testOnly, !mayBeLive, !read.isConstrained, modules.isEmpty else {
      return (unknown, nil, [])
    }
    let missing = Finding.Related(name: key.description, location: testOnly.location)
    return (read.allowsMissingLive ? .allowed : .missing, missing, [])
  }

  private func key(_ name: String?, in scope: NameScope) -> TypeName.Nominal? {
    name.flatMap { resolver.resolve(TypeReference($0), in: scope).nominal }
  }

  private func key(of property: KeyProperty) -> TypeName.Nominal? {
    key(property.key, in: scope(of: "DependencyValues", property.module, property.location))
  }

  private func key(of read: KeyRead) -> TypeName.Nominal? {
    key(read.key, in: scope(of: read.owner, read.module, read.location))
  }

  private func scope(of owner: String, _ module: String, _ location: FileLocation) -> NameScope {
    let names = owner.split(separator: ".")
    let levels = names.indices.map { names[...$0].joined(separator: ".") }
    return NameScope(levels: levels, module: module, file: location.file)
  }

  /// Determines whether a key that conforms to the protocol `name` has a live value. Returns
  /// `.live` if the protocol is `DependencyKey` or inherits from it. Otherwise, returns `.missing`
  /// if the protocol is `TestDependencyKey` or inherits from it, and `.unknown` for other
  /// protocols.
  private func state(ofConformingTo name: String, in scope: NameScope) -> State {
    let start = resolver.resolve(TypeReference(name), in: scope)
    let types = reachable(from: [start]) { $0.nominal.map(resolver.inherited(by:)) ?? [] }
    let protocols = types.compactMap(\.nominal)
    if protocols.contains(where: { $0.isOfLibrary("DependencyKey") }) { return .live }
    return protocols.contains { $0.isOfLibrary("TestDependencyKey") } ? .missing : .unknown
  }
}
