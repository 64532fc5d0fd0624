extension Resolver {
  private static let mainActor = TypeName(.nominal(.init(module: "Swift", name: "MainActor")))

  /// Returns the global actor that instances of the type must be created on, or `nil` if they can
  /// be created on any actor.
  func isolation(of declaration: TypeIndex.Declaration) -> TypeName? {
    let type = declaration.type
    if type.kind == .actor { return nil }
    if let own = stated(type.initializer?.isolation ?? [], in: declaration.scope) { return own }
    if let own = stated(type.isolation, in: declaration.scope.outer) { return own }
    guard let nominal = declaration.createdType.nominal else { return nil }
    let inherited = type.inheritedTypes.map { resolve($0, in: declaration.scope.outer) }
    return isolation(inheritedBy: inherited)
      ?? (type.kind == .extension ? isolation(of: nominal) : nil)
      ?? (mainActorModules.contains(type.module) ? Self.mainActor : nil)
  }

  /// Returns the global actor that the type's members are isolated to by default, or `nil` if they
  /// are not isolated to a global actor.
  func isolation(of nominal: TypeName.Nominal, depth: Int = 0) -> TypeName? {
    guard let entry = entry(of: nominal) else {
      return ForeignNames.onMainActor.contains(nominal.name) ? Self.mainActor : nil
    }
    if let own = stated(entry.declaration.isolation, in: entry.scope.outer) { return own }
    return isolation(inheritedBy: inherited(by: nominal), depth: depth + 1)
      ?? (mainActorModules.contains(entry.scope.module) && entry.declaration.kind != .actor
        ? Self.mainActor : nil)
  }

  private func isolation(inheritedBy types: [TypeName], depth: Int = 0) -> TypeName? {
    guard depth < 16 else { return nil }
    // Use a loop instead of a lazy sequence. A lazy sequence would search each ancestor twice, so
    // the time would double with each level of inheritance.
    for nominal in types.flatMap(\.members).compactMap(\.nominal) {
      if let isolation = isolation(of: nominal, depth: depth) { return isolation }
    }
    return nil
  }

  /// Returns the isolation specified by `names`, which contains either the names of a declaration's
  /// attributes or only the modifier `nonisolated`. The result is a global actor, `.some(nil)` for
  /// `nonisolated`, or `nil` if none of the names affects isolation.
  private func stated(_ names: [String], in scope: NameScope) -> TypeName?? {
    for name in names {
      if name == "nonisolated" { return .some(nil) }
      let actor = resolve(TypeReference(name), in: scope)
      // If an attribute's declaration was not scanned, assume that the attribute is a global actor
      // if its name ends in `Actor`, and a macro otherwise.
      let isActor = actor.nominal.flatMap(entry)?.declaration.isGlobalActor
      if isActor ?? name.hasSuffix("Actor") { return .some(actor) }
    }
    return nil
  }
}
