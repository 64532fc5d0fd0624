import SwiftIfConfig
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A struct that `@DependencyClient` is attached to, as far as its spelling shows.
struct Client {
  let properties: [ClientProperty]
  /// The name with the types around it, as in `Feature.Client`.
  let path: String
  let access: AccessLevel
  /// The names of the methods that the client has already.
  let methods: Set<String>
  let flaws: [Flaw]

  init(_ declaration: StructDeclSyntax, in context: some MacroExpansionContext) {
    let block = declaration.memberBlock.members
    let members = block.active(in: context)
    var properties: [ClientProperty] = []
    var flaws: [Flaw] = []
    for variable in members.compactMap({ $0.as(VariableDeclSyntax.self) }) where variable.isStored {
      // In `var a, b: Int` the type stands at the last one.
      var type: TypeSyntax?
      var found: [ClientProperty] = []
      for binding in variable.bindings.reversed() {
        type = binding.typeAnnotation?.type ?? (binding.initializer == nil ? type : nil)
        let isConstant =
          variable.bindingSpecifier.tokenKind == .keyword(.let) && binding.initializer != nil
        guard let type = type ?? binding.initializer?.value.evidentType else {
          if !isConstant { flaws.append(.missingType(binding)) }
          continue
        }
        let property = ClientProperty(binding, of: variable, type: type, in: block)
        if let property { found.append(property) } else { flaws.append(.pattern(binding)) }
      }
      properties += found.reversed()
    }
    self.properties = properties
    self.flaws = flaws
    methods = Set(members.compactMap { $0.as(FunctionDeclSyntax.self)?.name.text })
    path = (context.enclosingTypes + [declaration.name.text]).joined(separator: ".")
    access = AccessLevel(of: declaration.modifiers, in: context)
  }

  enum Flaw {
    case missingType(PatternBindingSyntax)
    case pattern(PatternBindingSyntax)
  }

  var parameters: [ClientProperty] { properties.filter(\.isParameter) }

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
  /// The access level of a declaration, which may be that of the extension around it.
  init(of modifiers: DeclModifierListSyntax, in context: some MacroExpansionContext) {
    let own = AccessLevel(of: modifiers)
    let extended = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)
    let isExplicit = modifiers.contains { $0.name.tokenKind == .keyword(.internal) }
    if own == .internal, !isExplicit, let extended {
      self = AccessLevel(of: extended.modifiers)
    } else {
      self = own
    }
  }
}

extension MemberBlockItemListSyntax {
  func active(in context: some MacroExpansionContext) -> [DeclSyntax] {
    flatMap { item -> [DeclSyntax] in
      guard let conditional = item.decl.as(IfConfigDeclSyntax.self) else { return [item.decl] }
      guard let configuration = context.buildConfiguration,
        case .decls(let members) = conditional.activeClause(in: configuration).clause?.elements
      else { return [] }
      return members.active(in: context)
    }
  }
}

enum AccessLevel: Int, Comparable {
  case `private`
  case `fileprivate`
  case `internal`
  case package
  case `public`

  init(of modifiers: DeclModifierListSyntax) {
    // `private(set)` says nothing about who may read.
    let words = modifiers.filter { $0.detail == nil }.map(\.name.tokenKind)
    self =
      if words.contains(.keyword(.public)) || words.contains(.keyword(.open)) {
        .public
      } else if words.contains(.keyword(.package)) {
        .package
      } else if words.contains(.keyword(.fileprivate)) {
        .fileprivate
      } else if words.contains(.keyword(.private)) {
        .private
      } else {
        .internal
      }
  }

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  var modifier: String {
    switch self {
    // A private member of a private type would be private to the type.
    case .private, .fileprivate: "fileprivate "
    case .internal: ""
    case .package: "package "
    case .public: "public "
    }
  }
}
