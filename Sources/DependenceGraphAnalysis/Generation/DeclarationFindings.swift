/// Finds declarations that no valid code can be generated for:
///
/// - types whose generated initializer conflicts with a declared or inherited one
/// - unsupported generic types
/// - properties whose type is an alias of a closure type
enum DeclarationFindings {
  static func findings(in analysis: Analysis) -> [Finding] {
    let resolver = analysis.index.resolver
    return analysis.graph.roots.compactMap { ofRoot(analysis.graph.nodes[$0], resolver) }
      + analysis.index.declarations.flatMap { ofGenerics($0, resolver) }
      + analysis.graph.findings(ofClosure)
      + analysis.graph.nodes.compactMap { ofSubclass($0, resolver) }
  }

  /// Returns a diagnostic if the `@Instantiable` macro generates an `init()` for a class that
  /// inherits one. The generated initializer would need the modifier `override`, which the macro
  /// cannot add because it sees only the class itself, not the superclass.
  private static func ofSubclass(_ node: Graph.Node, _ resolver: Resolver) -> Finding? {
    guard node.type.hasGeneratedInitializer, node.properties.isEmpty,
      let superclass = plainSuperclass(of: node, resolver)
    else { return nil }
    let message =
      "'\(node.createdType)' inherits 'init()' from '\(superclass)', which the generated initializer "
      + "does not override; declare 'override init() { super.init() }' in '\(node.createdType)'"
    return .misuse(message, of: node)
  }

  private static func ofRoot(_ node: Graph.Node, _ resolver: Resolver) -> Finding? {
    guard node.isAssembled else { return nil }
    let labels = node.forwarded.map { "\($0.declaration.label):" }.joined()
    let message: String
    if node.type.initializerLabels.contains(labels) {
      message =
        "the root '\(node.createdType)' declares 'init(\(labels))', which conflicts with the generated "
        + "initializer; add another parameter to the declared initializer"
    } else if labels.isEmpty, let superclass = plainSuperclass(of: node, resolver) {
      message =
        "the root '\(node.createdType)' inherits 'init()' from '\(superclass)', which an extension cannot "
        + "override; make another type the root, and instantiate '\(node.createdType)' in it"
    } else {
      return nil
    }
    return .misuse(message, of: node)
  }

  /// Returns the superclass that a type inherits `init()` from, or `nil` if there is none.
  private static func plainSuperclass(
    of node: Graph.Node,
    _ resolver: Resolver
  ) -> TypeName.Nominal? {
    guard node.type.kind == .class, var current = node.createdType.nominal else { return nil }
    /// The nearest superclass that declares no initializer and therefore passes on an inherited or
    /// implicit `init()`, or `nil` if none has been found yet. It is reset to `nil` at a superclass
    /// that declares only initializers with parameters, because such a class does not inherit
    /// `init()`.
    var heir: TypeName.Nominal?
    var declaresOthers = false
    var seen: Set = [current]
    while true {
      let superclass = resolver.inherited(by: current).first?.nominal
      let declaration = superclass.flatMap(resolver.entry)?.declaration
      guard let superclass, let declaration, declaration.kind == .class,
        seen.insert(superclass).inserted
      else {
        if let superclass, declaration == nil, ForeignNames.isPlainClass(superclass.name) {
          return heir ?? superclass
        }
        // A class that has no superclass and declares no initializer has an implicit `init()`. The
        // type inherits it from `heir`.
        return declaresOthers ? nil : heir
      }
      if !declaration.declaresInitializers {
        heir = heir ?? superclass
      } else if declaration.hasPlainInitializer {
        if !declaresOthers { return heir ?? superclass }
      } else {
        // A class that declares only initializers with parameters does not inherit `init()`.
        // Continue with its superclasses nevertheless. If one of them is an Objective-C class with
        // an `init()`, a subclass that declares `init()` needs the modifier `override` even if it
        // does not inherit that initializer.
        (heir, declaresOthers) = (nil, true)
      }
      current = superclass
    }
  }

  /// Returns diagnostics about an `@Instantiable` declaration that uses generics in an unsupported
  /// way. For example, it is an error if a type in `fulfillingAdditionalTypes:` does not mention all
  /// generic parameters of the declaration.
  private static func ofGenerics(
    _ declaration: TypeIndex.Declaration,
    _ resolver: Resolver
  ) -> [Finding] {
    let (type, made) = (declaration.type, declaration.createdType)
    let misuse = {
      Finding(kind: .misuse, location: type.location, owner: made.description, subject: $0)
    }
    let scope = NameScope(module: type.module, file: type.location.file)
    let outer = type.enclosing.first { path in
      let nominal = resolver.resolve(TypeReference(path), in: scope).nominal
      return nominal.map { !resolver.genericParameters(of: $0).isEmpty } ?? false
    }
    if let outer {
      return [
        misuse("'\(made)' is nested in '\(outer)', which is generic; move it out of '\(outer)'")
      ]
    }
    if declaration.hasOtherRequirements, made.isOpen {
      let message =
        "the graph cannot determine which types meet the 'where' clause of this extension; use only "
        + "requirements such as 'where T == Int'"
      return [misuse(message)]
    }
    return declaration.additional.compactMap { additional in
      declaration.parameters.first { !additional.mentions($0) }.map { unknown in
        misuse(
          "'\(made)' cannot fulfill '\(additional)', which does not determine the generic parameter "
            + "'\(unknown)'; remove it from 'fulfillingAdditionalTypes:'"
        )
      }
    }
  }

  /// Returns a diagnostic if a property's type is an alias of a closure type. The macro cannot see
  /// the alias's declaration, so the generated initializer would lack `@escaping`.
  private static func ofClosure(_ node: Graph.Node, _ property: Graph.Property) -> Finding? {
    let declaration = property.declaration
    // The macro recognizes a closure type only if it is written out, not if a type alias hides it.
    let isSeen = !property.type.isClosure || declaration.type.kind == .other
    guard node.type.hasGeneratedInitializer, !isSeen else { return nil }
    let message =
      "the type of '\(declaration.label)' of '\(node.createdType)' is an alias of a closure type, so the "
      + "generated initializer lacks '@escaping'; write the closure type instead of the alias, or write an "
      + "initializer with '@escaping \(declaration.type)'"
    return .misuse(message, of: node, at: declaration.location)
  }
}
