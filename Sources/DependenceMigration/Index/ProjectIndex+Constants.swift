import SwiftSyntax

extension ProjectIndex {
  /// Facts about a type that help decide whether an expression always has the same value.
  struct TypeFacts {
    /// The number of types with this name in the project. If there are several, it is unclear which
    /// one an expression refers to, so the facts are not used.
    var declarations = 0
    var isStruct = false
    /// Whether the type is a class or an actor.
    var isClass = false
    /// Whether the type is an actor or has a deinitializer. If so, creating several instances
    /// instead of one may change the program's behavior, even if the instances have no state.
    var hasIdentity = false
    /// The stored instance properties, with their initial values.
    var stored: [(name: String, type: TypeSyntax?, value: ExprSyntax?, isWrapped: Bool)] = []
    var initializers: [InitializerDeclSyntax] = []
    /// The names of static `let` properties and of enum cases without associated values.
    var constants: Set<String> = []
    var cases: Set<String> = []
  }

  /// Returns `true` if a closure creates the same value each time it runs.
  ///
  /// A property may be computed, and a function may return a different value for each call.
  /// Therefore, a property or a call counts as constant only if the project's declarations show
  /// that it is, or if it belongs to a system type that is known to return constant values.
  ///
  /// A literal whose type may be declared in the project does not count as constant if it may call
  /// an initializer of that type.
  func isConstant(_ closure: ClosureExprSyntax, as type: String? = nil) -> Bool {
    guard let made = closure.only else { return false }
    return isConstant(made, as: type)
  }

  func isConstant(_ expression: ExprSyntax, as type: String? = nil) -> Bool {
    switch expression.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr:
      return !mayRunInitializer(literalOf: type)
    case .nilLiteralExpr:
      return type.map(names.typesMentioned)?.contains {
        names.inherits("ExpressibleByNilLiteral", in: $0)
      } != true
    case .regexLiteralExpr, .keyPathExpr: return true
    case .closureExpr(let node):
      return node.signature?.capture?.items.allSatisfy { item in
        item.initializer.map { isConstant($0.value) } != false
      } != false
    case .stringLiteralExpr(let node):
      return node.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
        && !mayRunInitializer(literalOf: type)
    case .arrayExpr(let node):
      let element = type?.elementTypes?.last
      if element == nil, mayRunInitializer(literalOf: type) { return false }
      return node.elements.allSatisfy { isConstant($0.expression, as: element) }
    case .tupleExpr(let node):
      return node.elements.allSatisfy { isConstant($0.expression, as: type) }
    case .dictionaryExpr(let node):
      let types = type?.elementTypes
      if types == nil, mayRunInitializer(literalOf: type) { return false }
      guard case .elements(let elements) = node.content else { return true }
      return elements.allSatisfy {
        isConstant($0.key, as: types?.first) && isConstant($0.value, as: types?.last)
      }
    case .forceUnwrapExpr(let node): return isConstant(node.expression, as: type)
    case .asExpr(let node):
      return isConstant(node.expression, as: node.type.nameForLookup)
    case .prefixOperatorExpr(let node):
      return ["-", "+", "!", "~"].contains(node.operator.text)
        && isConstant(node.expression, as: type)
    case .sequenceExpr(let node): return isConstant(node, as: type)
    case .declReferenceExpr(let node): return isConstantName(node)
    case .memberAccessExpr(let node): return isConstantMember(node, of: type)
    case .functionCallExpr(let node): return isConstantCall(node, of: type)
    default: return false
    }
  }

  /// Returns `true` if a literal of the given type may call an initializer that the project
  /// declares, such as `init(stringLiteral:)`, and that may not always create the same value.
  private func mayRunInitializer(literalOf type: String?) -> Bool {
    guard let type else { return false }
    return names.typesMentioned(in: type).contains { name in
      guard declaresType(name) else {
        return names.parents[name, default: []].contains { $0.hasPrefix("ExpressibleBy") }
      }
      guard let facts = facts(of: name), isPure(facts, of: name) else { return true }
      return !facts.initializers.contains { initializer in
        let first = initializer.signature.parameterClause.parameters.first
        return first?.firstName.text.hasSuffix("Literal") == true
      }
    }
  }

  private static let operators: Set = [
    "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "...", "..<", "==", "!=", "<", ">", "<=",
    ">=", "&&", "||",
  ]

  private func isConstant(_ node: SequenceExprSyntax, as type: String?) -> Bool {
    var cast: String?
    for element in node.elements {
      if let name = element.as(TypeExprSyntax.self)?.type.nameForLookup { cast = name }
    }
    return node.elements.allSatisfy { element in
      if let operation = element.as(BinaryOperatorExprSyntax.self) {
        return Self.operators.contains(operation.operator.text)
      }
      return element.is(UnresolvedAsExprSyntax.self) || element.is(TypeExprSyntax.self)
        || isConstant(element, as: cast ?? type)
    }
  }

  /// Returns `true` if a name refers to a constant in an enclosing scope or to a global constant.
  private func isConstantName(_ node: DeclReferenceExprSyntax) -> Bool {
    let name = node.baseName.text
    for outer in node.ancestors {
      guard let list = outer.as(CodeBlockItemListSyntax.self),
        outer.parent?.is(SourceFileSyntax.self) != true
      else {
        if outer.as(FunctionDeclSyntax.self)?.signature.parameterClause.parameters
          .contains(where: { $0.name == name }) == true
        {
          return true
        }
        continue
      }
      for variable in list.compactMap({ $0.item.as(VariableDeclSyntax.self) })
      where variable.bindings.contains(where: { $0.pattern.trimmedDescription == name }) {
        return variable.isStoredConstant
      }
    }
    return globalConstants.contains(name)
  }

  /// The names of static properties in system frameworks that always return the same object or
  /// value, such as `default` in `FileManager.default`.
  private static let sharedObjects: Set = [
    "default", "general", "infinity", "main", "shared", "standard", "zero",
  ]

  private func isConstantMember(_ node: MemberAccessExprSyntax, of type: String?) -> Bool {
    let name = node.declName.baseName.text
    guard let base = node.base else {
      guard let type else { return false }
      return facts(of: type)?.constants.contains(name) == true
    }
    if name == "self" { return true }
    guard base.is(DeclReferenceExprSyntax.self) || base.is(MemberAccessExprSyntax.self),
      base.lastComponent.first?.isUppercase == true
    else { return false }
    if let facts = facts(of: base.lastComponent) { return facts.constants.contains(name) }
    // Exclude a property that the project itself declares in an extension of the system type,
    // because it may return a different value each time.
    return (types[base.lastComponent]?.declarations ?? 0) == 0
      && Self.sharedObjects.contains(name) && !names.declares(name, in: base.lastComponent)
  }

  /// System types whose initializers return the same value for the same arguments, keyed by the
  /// type's name. If this is true of only some initializers, such as `UUID(uuidString:)` but not
  /// `UUID()`, the set contains the first argument labels of these initializers. If it is true of
  /// all of them, the set is `nil`.
  private static let pureTypes: [String: Set<String>?] = [
    "Array": nil, "Bool": nil, "CGFloat": nil, "Character": nil, "Decimal": nil, "Dictionary": nil,
    "Double": nil, "Duration": nil, "Float": nil, "IndexPath": nil, "IndexSet": nil, "Int": nil,
    "Int32": nil, "Int64": nil, "Optional": nil, "Set": nil, "String": nil, "TimeInterval": nil,
    "UInt": nil, "UInt32": nil, "UInt64": nil, "URL": ["string", "fileURLWithPath"],
    "Date": ["timeIntervalSince1970", "timeIntervalSinceReferenceDate"], "UUID": ["uuidString"],
    "Locale": ["identifier"], "TimeZone": ["identifier", "secondsFromGMT"],
    "Calendar": ["identifier"],
  ]

  private func isConstantCall(_ node: FunctionCallExprSyntax, of type: String?) -> Bool {
    if node.isFatal { return true }
    let called = node.calledExpression
    let initializer = called.as(MemberAccessExprSyntax.self).flatMap {
      $0.declName.baseName.text == "init" ? $0 : nil
    }
    let created = initializer.map { $0.base?.lastComponent ?? type } ?? called.lastComponent
    guard node.additionalTrailingClosures.isEmpty,
      node.arguments.allSatisfy({ argument in
        isConstant(argument.expression, as: parameterType(argument.label?.text, of: created))
      })
    else { return false }
    if let member = called.as(MemberAccessExprSyntax.self) {
      let name = member.declName.baseName.text
      let owner = member.base?.lastComponent ?? type
      if name == "init" { return owner.map { isPure($0, node) } == true }
      if let owner, facts(of: owner)?.cases.contains(name) == true { return true }
    }
    let name = called.as(GenericSpecializationExprSyntax.self)?.expression ?? called
    return name.lastComponent.first?.isUppercase == true && isPure(name.lastComponent, node)
  }

  /// Returns the type of an argument with the given label in calls to a type's initializers, as
  /// source code. The argument may initialize a parameter or a stored property with this label. If
  /// there are several, the result contains the types of all of them, and if there are none, it is
  /// `nil`.
  private func parameterType(_ label: String?, of type: String?) -> String? {
    guard let facts = type.flatMap(facts(of:)) else { return nil }
    let parameters = facts.initializers.flatMap { $0.signature.parameterClause.parameters }
      .filter { $0.firstName.text == label ?? "_" }.map(\.type)
    let properties = facts.stored.filter { $0.name == label }.compactMap(\.type)
    let types = (parameters + properties).map(\.nameForLookup)
    return types.isEmpty ? nil : types.count == 1 ? types[0] : types.joined(separator: ", ")
  }

  private func isPure(_ type: String, _ node: FunctionCallExprSyntax) -> Bool {
    if let facts = facts(of: type) { return isPure(facts, of: type) }
    guard types[type] == nil, let labels = Self.pureTypes[type] else { return false }
    return labels.map { $0.contains(node.arguments.first?.label?.text ?? "") } ?? true
  }

  /// Returns `true` if the type is a struct whose initialization evaluates nothing but constants
  /// and the initializer's arguments.
  private func isPure(_ facts: TypeFacts, of type: String) -> Bool {
    // A parameter of the initializer may have a default value of the type itself. Checking that
    // default value would check the type again and never end, so return `false` for it.
    guard facts.isStruct, typesBeingChecked.insert(type).inserted else { return false }
    defer { typesBeingChecked.remove(type) }
    return createsOnlyConstants(facts)
  }

  private func createsOnlyConstants(_ facts: TypeFacts) -> Bool {
    facts.stored.allSatisfy { property in
      !property.isWrapped
        && property.value.map { isConstant($0, as: property.type?.nameForLookup) } != false
    }
      && facts.initializers.allSatisfy { initializer in
        let parameters = Set(initializer.signature.parameterClause.parameters.map(\.name))
        return initializer.signature.parameterClause.parameters.allSatisfy {
          let type = $0.type.nameForLookup
          return $0.defaultValue.map { isConstant($0.value, as: type) } != false
        }
          && initializer.body?.statements.allSatisfy { item in
            guard let sequence = item.item.as(SequenceExprSyntax.self),
              let value = sequence.assigned
            else { return false }
            return parameters.contains(value.trimmedDescription) || isConstant(value)
          } != false
      }
  }

  /// Returns `true` if a closure creates an object without state, such as `ServiceImpl()`, and the
  /// project never compares objects by identity. It then makes no difference whether readers share
  /// one object or get separate ones.
  func isStatelessObject(_ closure: ClosureExprSyntax) -> Bool {
    ["===", "!==", "ObjectIdentifier"].allSatisfy { references[$0] == nil }
      && closure.only?.createdType.map { isStateless($0) } == true
  }

  private func isStateless(_ name: String, depth: Int = 0) -> Bool {
    if ["AnyObject", "Sendable"].contains(name) { return true }
    guard depth < 8, let facts = facts(of: name), facts.stored.isEmpty, !facts.hasIdentity,
      !typesThatUseSelf.contains(name), createsOnlyConstants(facts)
    else { return false }
    return names.parents[name, default: []].allSatisfy { isStateless($0, depth: depth + 1) }
  }

  /// Returns `true` if a closure with the given result type always returns a class instance or
  /// `nil`.
  func isInstanceOfClass(_ closure: ClosureExprSyntax, as type: String) -> Bool {
    isClass(type) || closure.only.map { isInstanceOfClass($0) } == true
  }

  private func isInstanceOfClass(_ expression: ExprSyntax) -> Bool {
    switch expression.as(ExprSyntaxEnum.self) {
    case .nilLiteralExpr: return true
    case .tryExpr(let node): return isInstanceOfClass(node.expression)
    case .asExpr(let node): return isInstanceOfClass(node.expression)
    case .sequenceExpr(let node):
      let elements = Array(node.elements)
      return elements.count == 3 && elements[1].is(UnresolvedAsExprSyntax.self)
        && isInstanceOfClass(elements[0])
    case .functionCallExpr(let node):
      var called = node.calledExpression
      if let member = called.as(MemberAccessExprSyntax.self),
        member.declName.baseName.text == "init", let base = member.base
      {
        called = base
      }
      return isClass(
        (called.as(GenericSpecializationExprSyntax.self)?.expression ?? called).lastComponent
      )
    default: return false
    }
  }

  /// Returns `true` if the type is a class, an actor, or a protocol that only classes can conform
  /// to.
  func isClass(_ name: String) -> Bool {
    let name = names.original(String(name.prefix { $0 != "<" }))
    return facts(of: name)?.isClass == true || names.inherits("AnyObject", in: name)
  }

  func declaresType(_ name: String) -> Bool {
    types[names.original(name)].map { $0.declarations > 0 } == true
  }

  /// Returns the facts about the type named `name`, or `nil` if the project declares no such type
  /// or several of them.
  private func facts(of name: String) -> TypeFacts? {
    guard let facts = types[names.original(name)], facts.declarations == 1 else { return nil }
    return facts
  }

  /// Records the facts that the given declaration or extension of a type contains.
  func note(_ group: any DeclGroupSyntax) {
    groups[group.typeName, default: []].append(group)
    var facts = types[group.typeName] ?? TypeFacts()
    if !group.is(ExtensionDeclSyntax.self) { facts.declarations += 1 }
    if group.is(StructDeclSyntax.self) { facts.isStruct = true }
    if group.is(ClassDeclSyntax.self) || group.is(ActorDeclSyntax.self) { facts.isClass = true }
    if group.is(ActorDeclSyntax.self) { facts.hasIdentity = true }
    for member in group.memberBlock.members.flatMap(\.declarations) {
      if member.is(DeinitializerDeclSyntax.self) { facts.hasIdentity = true }
      if let initializer = member.as(InitializerDeclSyntax.self) {
        facts.initializers.append(initializer)
      } else if let cases = member.as(EnumCaseDeclSyntax.self) {
        for element in cases.elements {
          if element.parameterClause == nil {
            facts.constants.insert(element.name.text)
          } else {
            facts.cases.insert(element.name.text)
          }
        }
      } else if let variable = member.as(VariableDeclSyntax.self) {
        for binding in variable.bindings {
          let name = binding.pattern.trimmedDescription
          if variable.modifiers.contains(where: { $0.name.text == "static" }) {
            if variable.isStoredConstant { facts.constants.insert(name) }
          } else if binding.isStored {
            let isWrapped = !variable.attributes.isEmpty
            let type = binding.typeAnnotation?.type
            facts.stored.append((name, type, binding.initializer?.value, isWrapped))
          }
        }
      }
    }
    types[group.typeName] = facts
  }
}

extension MemberBlockItemSyntax {
  /// The member's declaration or, for an `#if` block, the declarations in all of its branches.
  var declarations: [DeclSyntax] {
    guard let condition = decl.as(IfConfigDeclSyntax.self) else { return [decl] }
    return condition.clauses.compactMap(\.elements).flatMap { elements -> [DeclSyntax] in
      guard case .decls(let list) = elements else { return [] }
      return list.flatMap(\.declarations)
    }
  }
}

extension PatternBindingSyntax {
  /// Whether the property is stored rather than computed. A property with `willSet` or `didSet` is
  /// also a stored property.
  var isStored: Bool {
    guard let block = accessorBlock else { return true }
    guard case .accessors(let list) = block.accessors else { return false }
    return list.allSatisfy { ["didSet", "willSet"].contains($0.accessorSpecifier.text) }
  }
}

extension VariableDeclSyntax {
  /// Whether the declaration is a `let`, whose value is computed once.
  var isStoredConstant: Bool {
    bindingSpecifier.text == "let" && attributes.allSatisfy { !$0.is(IfConfigDeclSyntax.self) }
  }
}

extension String {
  /// The types that an array or dictionary type contains, or `nil` for other types. For `[Int]`,
  /// this is the type of the elements, and for `[String: Int]`, the types of the keys and the
  /// values.
  fileprivate var elementTypes: [String]? {
    let type = String(reversed().drop { "?!".contains($0) }.reversed())
    guard type.hasPrefix("["), type.hasSuffix("]") else { return nil }
    let inner = type.dropFirst().dropLast()
    var depth = 0
    for index in inner.indices {
      switch inner[index] {
      case "[", "(", "<": depth += 1
      case "]", ")", ">": depth -= 1
      case ":" where depth == 0:
        let parts = [inner[..<index], inner[inner.index(after: index)...]]
        return parts.map { String($0.drop(while: \.isWhitespace)) }
      default: break
      }
    }
    return [String(inner)]
  }

  /// The type name for lookups in ``ProjectIndex/types``: without the module and the enclosing
  /// types, except for array and dictionary types, which are returned unchanged.
  var nameForLookup: String { hasPrefix("[") ? self : lastComponent }
}

extension TypeSyntax {
  /// See ``Swift/String/nameForLookup``. An optional type is treated like the type that it wraps.
  var nameForLookup: String { withoutOptional.trimmedDescription.nameForLookup }

  /// The type without `?` or `!`, and without `any` or `some`.
  var withoutOptional: TypeSyntax {
    if let optional = self.as(OptionalTypeSyntax.self) {
      return optional.wrappedType.withoutOptional
    }
    if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return optional.wrappedType.withoutOptional
    }
    return self.as(SomeOrAnyTypeSyntax.self)?.constraint ?? self
  }
}
