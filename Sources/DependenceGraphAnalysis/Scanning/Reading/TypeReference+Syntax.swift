import SwiftParser
import SwiftSyntax

extension TypeReference {
  init(_ type: some TypeSyntaxProtocol) { self = Self.read(TypeSyntax(type), depth: 0) }

  /// Parses the name of a type. Returns `nil` for any other text, because generated code includes
  /// the name and must not be open to code injection.
  init?(parsing text: String) {
    guard let type = TypeSyntax(parsing: text), type.isName,
      type.tokens(viewMode: .sourceAccurate).allSatisfy(\.hasNoComment)
    else { return nil }
    self.init(type)
  }

  /// The maximum depth of nested types. Types that are nested more deeply are stored and compared
  /// as source text.
  private static let deepest = 64

  private static func read(_ type: TypeSyntax, depth outer: Int) -> TypeReference {
    let depth = outer + 1
    guard depth <= deepest else { return TypeReference(kind: .other, type.onOneLine) }
    let inner = { (type: TypeSyntax) in read(type, depth: depth) }
    switch type.as(TypeSyntaxEnum.self) {
    case .identifierType(let type):
      var name = type.name.identifierText
      // Treat a module selector, as in `First::Store`, like the qualified name `First.Store`.
      if let selector = type.moduleSelector {
        name = "\(selector.moduleName.identifierText).\(name)"
      }
      if name == "Void", type.genericArgumentClause == nil { return .void }
      if name == "Any" { return TypeReference(kind: .other, name) }
      return TypeReference(name, arguments: arguments(of: type.genericArgumentClause, depth))
    case .memberType(let type):
      let base = inner(type.baseType)
      let name = type.name.identifierText
      let arguments = arguments(of: type.genericArgumentClause, depth)
      if base.kind == .nominal, base.arguments.isEmpty {
        return TypeReference("\(base.name).\(name)", arguments: arguments)
      }
      let placeholders = arguments.map { _ in String(Placeholder.type) }.joined(separator: ", ")
      let text =
        "\(Placeholder.constraint).\(name)\(placeholders.isEmpty ? "" : "<\(placeholders)>")"
      return TypeReference(kind: .other, text, arguments: [base] + arguments)
    case .optionalType(let type): return .optional(inner(type.wrappedType))
    case .implicitlyUnwrappedOptionalType(let type): return .optional(inner(type.wrappedType))
    case .arrayType(let type): return TypeReference("Swift.Array", arguments: [inner(type.element)])
    case .inlineArrayType(let type):
      let arguments = [type.count, type.element].map { argument(of: $0, depth) }
      return TypeReference("Swift.InlineArray", arguments: arguments)
    case .dictionaryType(let type):
      return TypeReference("Swift.Dictionary", arguments: [inner(type.key), inner(type.value)])
    case .tupleType(let type):
      let types = type.elements.map { inner($0.type) }
      if types.count == 1, type.elements.first?.firstName == nil { return types[0] }
      let names = type.elements.map(\.firstName).map { $0?.text == "_" ? nil : $0?.identifierText }
      return TypeReference(kind: .tuple, "", labels: names.map { $0 ?? "" }, arguments: types)
    case .compositionType(let type):
      let types = type.elements.map { inner($0.type) }
      return TypeReference(kind: .composition, "", arguments: types)
    case .someOrAnyType(let type) where type.someOrAnySpecifier.tokenKind == .keyword(.any):
      var constraint = inner(type.constraint)
      if type.constraint.is(MetatypeTypeSyntax.self) {
        constraint.name = "any \(constraint.name)"
      } else {
        constraint.isExistential = true
      }
      return constraint
    case .metatypeType(let type):
      // Distinguish `any P.Type`, the metatype of some type that conforms to `P`, from
      // `(any P).Type`, the metatype of the type `any P` itself.
      let base = inner(type.baseType)
      let text =
        base.isExistential ? "(any \(Placeholder.constraint))" : "\(Placeholder.constraint)"
      let name = "\(text).\(type.metatypeSpecifier.text)"
      return TypeReference(kind: .other, name, arguments: [base])
    case .attributedType(let type):
      // Omit `@escaping`, which is written only on parameters, so that a closure parameter has the
      // same type as the property that stores the closure.
      if TypeSyntax(type).isEscaping, type.attributes.count == 1, type.specifiers.isEmpty {
        return inner(type.baseType)
      }
    default: break
    }
    let text = TypeTemplate(type, skipping: ["@escaping"], read: inner)
    return TypeReference(kind: .other, text.source, arguments: text.types)
  }

  private static func arguments(of clause: GenericArgumentClauseSyntax?, _ depth: Int) -> [Self] {
    clause?.arguments.map { argument(of: $0, depth) } ?? []
  }

  private static func argument(of argument: GenericArgumentSyntax, _ depth: Int) -> TypeReference {
    argument.argument.as(TypeSyntax.self).map { read($0, depth: depth) }
      ?? TypeReference(kind: .other, argument.argument.onOneLine)
  }
}

/// Source code on a single line, without comments, and with a placeholder character in place of
/// each type. The types are stored separately, so that the declarations that they refer to can be
/// looked up.
struct TypeTemplate {
  private(set) var source = ""
  private(set) var types: [TypeReference] = []
  private let skipped: Set<String>
  private let locals: Set<String>
  private let read: (TypeSyntax) -> TypeReference
  private var isApart = false

  init(
    _ node: some SyntaxProtocol,
    skipping skipped: Set<String> = [],
    locals: Set<String> = [],
    read: @escaping (TypeSyntax) -> TypeReference
  ) {
    (self.skipped, self.locals, self.read) = (skipped, locals, read)
    addChildren(of: Syntax(node))
  }

  private mutating func addChildren(of node: Syntax) {
    let parameter = node.as(TupleTypeElementSyntax.self)
    let isOfClosure = parameter?.parent?.parent?.is(FunctionTypeSyntax.self) == true
    for child in node.children(viewMode: .sourceAccurate) {
      if let token = child.as(TokenSyntax.self) {
        // Omit the names of a closure's parameters, because they are not part of its type.
        let names = [parameter?.firstName, parameter?.secondName, parameter?.colon]
        if isOfClosure, names.contains(token) { continue }
        add(token.text, token.leadingTrivia, token.trailingTrivia)
      } else if child.is(AttributeSyntax.self), skipped.contains(child.trimmedDescription) {
        continue
      } else if let type = child.as(TypeSyntax.self),
        locals.isEmpty
          || !type.tokens(viewMode: .sourceAccurate).contains(where: { locals.contains($0.text) }),
        // Treat a closure type together with its attributes, as in `@Sendable () -> Void`, as one
        // type. Otherwise, only the part after the attributes would be replaced.
        !(type.is(FunctionTypeSyntax.self) && node.is(AttributedTypeSyntax.self))
      {
        add(type)
      } else {
        addChildren(of: child)
      }
    }
  }

  private mutating func add(_ type: TypeSyntax) {
    if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      // Keep the exclamation mark of a type such as `Int!` in the source text. A member of type
      // `Int?` does not implement a requirement of type `Int!`.
      add("(", type.leadingTrivia, [])
      add(optional.wrappedType)
      return add(")!", [], type.trailingTrivia)
    }
    let isConstraint = Self.constraints.contains(type.parent?.kind ?? .token)
    let placeholder =
      isConstraint ? TypeReference.Placeholder.constraint : TypeReference.Placeholder.type
    types.append(read(type))
    // Write `@escaping` before the placeholder, because this attribute is not part of the type and
    // is missing from the result of `read`.
    let isEscaping = !skipped.contains("@escaping") && type.isEscaping
    add("\(isEscaping ? "@escaping " : "")\(placeholder)", type.leadingTrivia, type.trailingTrivia)
  }

  private mutating func add(_ text: String, _ leading: Trivia, _ trailing: Trivia) {
    // Always write spaces around `->` and after commas, so that `()->Void` and `() -> Void` have
    // the same text and are treated as the same type.
    isApart = isApart || !leading.isEmpty || text == "->"
    if isApart, !source.isEmpty { source += " " }
    source += text
    isApart = !trailing.isEmpty || text == "->" || text == ","
  }

  private static let constraints: Set<SyntaxKind> = [
    .attribute, .conformanceRequirement, .genericParameter, .inheritedType, .memberType,
    .metatypeType, .someOrAnyType, .suppressedType,
  ]
}

extension TypeSyntax {
  /// Parses text that consists of exactly one type. Returns `nil` for any other text.
  init?(parsing text: String) {
    var parser = Parser(text)
    self = TypeSyntax.parse(from: &parser)
    if hasError || description.utf8.count != text.utf8.count { return nil }
  }

  fileprivate var isEscaping: Bool {
    self.as(AttributedTypeSyntax.self)?.attributes.contains { $0.trimmedDescription == "@escaping" }
      == true
  }

  /// Whether this type consists only of names, such as `Array<Int>`, `any P`, or `P & Q`.
  fileprivate var isName: Bool {
    switch self.as(TypeSyntaxEnum.self) {
    case .identifierType(let type): type.name.text != "_"
    case .memberType(let type): type.baseType.isName
    case .someOrAnyType(let type): type.constraint.isName
    case .compositionType(let type): type.elements.allSatisfy { $0.type.isName }
    default: false
    }
  }
}
