import SwiftDiagnostics
import SwiftIfConfig
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The parts of a `@DependencyClient` struct declaration that the macro uses.
struct Client {
  let properties: [ClientProperty]
  /// The names of the constants that have an initial value, but no type that the macro can
  /// determine from the declaration.
  let untypedConstants: [String]
  /// The client's name, including its enclosing types, such as `Feature.Client`.
  let path: String
  let access: AccessLevel
  /// Whether the client is declared inside another declaration. If so, some of the names that it
  /// uses may be visible only inside the enclosing type.
  let isNested: Bool
  /// Whether generated code outside the client can extend it. It can't if the client or one of its
  /// enclosing types is a private member of another type, because private members are not visible
  /// outside that type.
  let canBeExtended: Bool
  /// Whether to generate the method that spies and recorders use to wrap all closure properties
  /// (endpoints). Users can turn it off with `@DependencyClient(wrappable: false)`.
  let isWrappable: Bool
  /// Whether the client is isolated to a global actor. If so, generated code, which is nonisolated,
  /// can use only the properties whose types are `Sendable`.
  let isOnGlobalActor: Bool
  /// Whether the client or one of its enclosing types is `private` or `fileprivate`. If so, the
  /// generated initializers are at most `fileprivate`.
  let isInPrivate: Bool
  /// The methods that the user declares in the client.
  private let functions: [FunctionDeclSyntax]
  /// The errors in the declaration. If there are any, the macro generates no code.
  private(set) var diagnostics: [Diagnostic]

  init(_ declaration: StructDeclSyntax, in context: some MacroExpansionContext) {
    let block = declaration.memberBlock.members
    var properties: [ClientProperty] = []
    var untypedConstants: [String] = []
    var diagnostics: [Diagnostic] = []
    for inherited in declaration.inheritanceClause?.inheritedTypes ?? []
    where inherited.trimmedDescription.contains("~Copyable") {
      let message = "a client must be copyable, because each read copies it; remove '~Copyable'"
      diagnostics.append(Diagnostic(message, at: inherited.type))
    }
    let members = block.active(in: context, reporting: &diagnostics) {
      $0.as(VariableDeclSyntax.self)?.isStored == true
    }
    for variable in members.compactMap({ $0.as(VariableDeclSyntax.self) }) where variable.isStored {
      // In `var a, b: Int`, only `b` has a type annotation in the syntax tree, although the
      // annotation applies to `a` as well. Iterate in reverse, so that the type is known when `a`
      // is visited.
      var type: TypeSyntax?
      var found: [ClientProperty] = []
      for binding in variable.bindings.reversed() {
        type = binding.typeAnnotation?.type ?? (binding.initializer == nil ? type : nil)
        let isConstant = variable.isLet && binding.initializer != nil
        guard let type = type ?? binding.initializer?.value.evidentType else {
          if isConstant {
            if let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier {
              untypedConstants.append(name.text)
            }
            continue
          }
          let missing = Diagnostic(
            """
            '\(binding.pattern.trimmed)' is a parameter of the client's initializer, but its type \
            cannot be inferred; add a type
            """,
            at: binding.pattern,
            fixIt: ["add a type": [.addingType(to: binding)]]
          )
          diagnostics.append(missing)
          continue
        }
        if let property = ClientProperty(binding, of: variable, type: type, in: block) {
          found.append(property)
        } else {
          let message =
            "a client's properties cannot be declared with a tuple pattern; declare each property separately"
          diagnostics.append(Diagnostic(message, at: binding.pattern))
        }
      }
      properties += found.reversed()
    }
    for property in properties {
      guard let pack = property.signature?.packParameter else { continue }
      let message = """
        endpoint '\(property.name.text)' has a parameter pack, which generated code cannot forward; \
        use a tuple such as '(\(pack.trimmed))' instead
        """
      diagnostics.append(Diagnostic(message, at: pack))
    }
    for property in properties where property.isUnmarkedEndpoint {
      let name = property.name.text
      let message = """
        the initial value of '\(name)' is a closure, so '\(name)' is an endpoint, but the macro \
        cannot see that its type is a closure type; mark it with @DependencyEndpoint
        """
      let first = property.declaration.firstToken(viewMode: .sourceAccurate)
      let unmarked = Diagnostic(
        message,
        at: property.binding.pattern,
        fixIt: first.map {
          ["add '@DependencyEndpoint'": [.replacing($0, with: "@DependencyEndpoint \($0.text)")]]
        } ?? [:]
      )
      diagnostics.append(unmarked)
    }
    for property in properties where property.name.text == "`self`" {
      let message =
        "a client's property cannot be named 'self', because generated code uses 'self'; rename it"
      diagnostics.append(Diagnostic(message, at: property.binding.pattern))
    }
    self.properties = properties
    self.untypedConstants = untypedConstants
    functions = members.compactMap { $0.as(FunctionDeclSyntax.self) }
    path = (context.enclosingTypes + [declaration.name.text]).joined(separator: ".")
    access = AccessLevel(of: declaration.modifiers, in: context)
    isNested = !context.lexicalContext.isEmpty
    let surroundings = context.lexicalContext.compactMap {
      $0.asProtocol((any WithModifiersSyntax).self).map { AccessLevel(of: $0.modifiers) }
    }
    let levels = [AccessLevel(of: declaration.modifiers)] + surroundings
    canBeExtended = !levels.dropLast().contains(.private)
    let attribute = declaration.attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }
      .first { $0.lastName == "DependencyClient" }
    let option = attribute?.arguments?.as(LabeledExprListSyntax.self)?.first?.expression
    isWrappable = canBeExtended && option?.trimmedDescription != "false"
    // Treat each attribute that may name a global actor as one, because the macro cannot see the
    // declaration of the attribute.
    isOnGlobalActor = declaration.attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }
      .contains { attribute in
        attribute.arguments == nil && attribute.lastName != "DependencyClient"
          && attribute.lastName?.first?.isUppercase == true
      }
    isInPrivate = levels.contains { $0 < .internal }
    self.diagnostics = diagnostics
    guard canBeUnimplemented else { return }
    for name in members.compactMap(\.nameOfUnimplemented) {
      let message = """
        @DependencyClient adds the static property 'unimplemented' to '\(declaration.name.text)'; rename this declaration
        """
      self.diagnostics.append(Diagnostic(message, at: name))
    }
  }

  var parameters: [ClientProperty] { properties.filter(\.isParameter) }

  /// The full names of all methods that the user declares in the client, such as `fetch(id:)`. If a
  /// method has default arguments, its name without those parameters is included as well.
  var methods: Set<String> { Set(functions.flatMap(\.fullNames)) }

  /// Returns the user's methods that hide `endpoint`. If such a method exists, a reference without
  /// a call, such as `client.fetch`, refers to the method rather than the endpoint.
  func methods(hiding endpoint: ClientProperty) -> [FunctionDeclSyntax] {
    guard endpoint.hasMethods, let signature = endpoint.signature else { return [] }
    return functions.filter {
      $0.name.fullName(withLabels: []) == endpoint.name.fullName(withLabels: [])
        && signature.hasType(of: $0)
    }
  }

  var canBeUnimplemented: Bool { parameters.allSatisfy { $0.fallback != nil } }
}

// MARK: - Surroundings

extension MacroExpansionContext {
  fileprivate var enclosingTypes: [String] {
    lexicalContext.reversed().compactMap {
      $0.asProtocol((any NamedDeclSyntax).self)?.name.text
        ?? $0.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
    }
  }
}

extension AccessLevel {
  /// Creates the access level of a declaration with the given modifiers. A declaration without an
  /// access modifier has the access level of its enclosing extension, or is internal if it isn't in
  /// an extension.
  init(of modifiers: DeclModifierListSyntax, in context: some MacroExpansionContext) {
    let extended = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)
    self =
      AccessLevel(in: modifiers) ?? extended.map { AccessLevel(of: $0.modifiers) } ?? .internal
  }
}

extension FunctionDeclSyntax {
  /// This method's full names: one with all argument labels, and one with only those of the
  /// required parameters.
  fileprivate var fullNames: [String] {
    let parameters = Array(signature.parameterClause.parameters)
    return [parameters, parameters.filter { $0.defaultValue == nil }].map {
      name.fullName(withLabels: $0.map(\.firstName.text))
    }
  }
}

extension DeclSyntax {
  /// This member's name if it conflicts with the static property `unimplemented` that the macro
  /// adds to the client, or `nil` otherwise. Methods with parameters do not conflict, because their
  /// full names differ from the property's.
  fileprivate var nameOfUnimplemented: TokenSyntax? {
    let modifiers = asProtocol((any WithModifiersSyntax).self)?.modifiers ?? []
    let isStatic = modifiers.contains { $0.name.tokenKind == .keyword(.static) }
    let names: [TokenSyntax] =
      if let variable = self.as(VariableDeclSyntax.self) {
        isStatic
          ? variable.bindings.compactMap {
            $0.pattern.as(IdentifierPatternSyntax.self)?.identifier
          } : []
      } else if let function = self.as(FunctionDeclSyntax.self) {
        isStatic && function.signature.parameterClause.parameters.isEmpty ? [function.name] : []
      } else {
        asProtocol((any NamedDeclSyntax).self).map { [$0.name] } ?? []
      }
    return names.first { $0.text == "unimplemented" }
  }
}

extension MemberBlockItemListSyntax {
  /// Returns the members outside any `#if` directive and those in the active branch of each `#if`.
  ///
  /// A macro cannot evaluate `canImport`, so it cannot tell whether members inside an `#if` with
  /// such a condition exist. This method leaves these members out. If `isRead` returns `true` for
  /// one of them, the macro needs it, so the method also adds an error to `diagnostics`.
  func active(
    in context: some MacroExpansionContext,
    reporting diagnostics: inout [Diagnostic],
    where isRead: (DeclSyntax) -> Bool
  ) -> [DeclSyntax] {
    var members: [DeclSyntax] = []
    for item in self {
      guard let conditional = item.decl.as(IfConfigDeclSyntax.self) else {
        members.append(item.decl)
        continue
      }
      guard let configuration = context.buildConfiguration, !conditional.hasCanImport else {
        if let member = conditional.firstMember(where: isRead) {
          let message = """
            the macro cannot evaluate 'canImport', so it cannot find out whether \(member) exists; \
            use another condition, such as 'os(Linux)', or move the '#if' around the whole type
            """
          diagnostics.append(Diagnostic(message, at: conditional.clauses.first?.poundKeyword ?? ""))
        }
        continue
      }
      let (clause, problems) = conditional.activeClause(in: configuration)
      diagnostics += problems.filter { $0.diagMessage.severity == .error }
      if case .decls(let active) = clause?.elements {
        members += active.active(in: context, reporting: &diagnostics, where: isRead)
      }
    }
    return members
  }
}

extension IfConfigDeclSyntax {
  fileprivate var hasCanImport: Bool {
    clauses.contains { clause in
      clause.condition?.tokens(viewMode: .sourceAccurate).contains { $0.text == "canImport" }
        == true
    }
  }

  /// Returns a description, for an error message, of the first member in any branch of this `#if`
  /// directive that the macro needs. These are the members for which `isRead` returns `true`.
  /// Returns `nil` if there are none.
  fileprivate func firstMember(where isRead: (DeclSyntax) -> Bool) -> String? {
    for case .decls(let members) in clauses.map(\.elements) {
      for member in members.map(\.decl) {
        if let conditional = member.as(IfConfigDeclSyntax.self) {
          if let found = conditional.firstMember(where: isRead) { return found }
        } else if isRead(member) {
          let variable = member.as(VariableDeclSyntax.self)?.bindings.first?.pattern
            .trimmedDescription
          return variable.map { "'\($0)'" }
            ?? (member.is(InitializerDeclSyntax.self) ? "this initializer" : "this function")
        }
      }
    }
    return nil
  }
}

enum AccessLevel: CaseIterable, Comparable {
  case `private`, `fileprivate`, `internal`, package, `public`

  init(of modifiers: DeclModifierListSyntax) { self = AccessLevel(in: modifiers) ?? .internal }

  /// Creates the access level that `modifiers` specify, or returns `nil` if they contain no access
  /// modifier.
  fileprivate init?(in modifiers: DeclModifierListSyntax) {
    // Ignore modifiers with an argument, such as `private(set)`, because they restrict only the
    // setter.
    let words = modifiers.filter { $0.detail == nil }.map(\.name.text)
    let named = Self.allCases.last { words.contains("\($0)") }
    guard let level = words.contains("open") ? .public : named else { return nil }
    self = level
  }

  /// The access modifier for generated members. A private client's members are `fileprivate`,
  /// because private members would be visible only inside the client.
  var modifier: String { self == .internal ? "" : "\(max(self, .fileprivate)) " }
}
