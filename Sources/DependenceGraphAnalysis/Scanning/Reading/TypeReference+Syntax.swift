import SwiftParser
package import SwiftSyntax

extension TypeReference {
  /// A type as it stands in source code.
  package init(_ type: some TypeSyntaxProtocol) {
    self = Self.read(TypeSyntax(type), depth: 0)
    source = type.onOneLine
  }

  /// A type that is given as text, as in `fulfilledByType: "Name"`. Nil, if it is anything but the
  /// name of a type: such text could say anything in code that is generated from it.
  package init?(parsing text: String) {
    var parser = Parser(text)
    let type = TypeSyntax.parse(from: &parser)
    guard !type.hasError, type.description.utf8.count == text.utf8.count, type.isName,
      type.tokens(viewMode: .sourceAccurate).allSatisfy(\.hasNoComment)
    else { return nil }
    self.init(type)
  }

  /// Whatever is nested deeper than anybody writes is compared as text.
  private static let deepest = 64

  private static func read(_ type: TypeSyntax, depth outer: Int) -> TypeReference {
    let depth = outer + 1
    guard depth <= deepest else { return TypeReference(kind: .other, type.onOneLine) }
    switch type.as(TypeSyntaxEnum.self) {
    case .identifierType(let type):
      let name = type.name.identifierText
      if name == "Void", type.genericArgumentClause == nil { return .void }
      return TypeReference(name, arguments: arguments(of: type.genericArgumentClause, depth))
    case .memberType(let type):
      let base = read(type.baseType, depth: depth)
      guard base.kind == .nominal, base.arguments.isEmpty else { break }
      let name = type.name.identifierText
      // The standard library's own names are the same with and without its name.
      return TypeReference(
        base.name == "Swift" ? name : "\(base.name).\(name)",
        arguments: arguments(of: type.genericArgumentClause, depth)
      )
    case .optionalType(let type):
      return TypeReference("Optional", arguments: [read(type.wrappedType, depth: depth)])
    case .implicitlyUnwrappedOptionalType(let type):
      return TypeReference("Optional", arguments: [read(type.wrappedType, depth: depth)])
    case .arrayType(let type):
      return TypeReference("Array", arguments: [read(type.element, depth: depth)])
    case .dictionaryType(let type):
      return TypeReference(
        "Dictionary",
        arguments: [read(type.key, depth: depth), read(type.value, depth: depth)]
      )
    case .tupleType(let type):
      if type.elements.count == 1, let only = type.elements.first, only.firstName == nil {
        return read(only.type, depth: depth)
      }
      return TypeReference(
        kind: .tuple,
        "",
        labels: type.elements.map { element in
          element.firstName.map { $0.text == "_" ? "" : $0.identifierText } ?? ""
        },
        arguments: type.elements.map { read($0.type, depth: depth) }
      )
    case .someOrAnyType(let type) where type.someOrAnySpecifier.tokenKind == .keyword(.any):
      return read(type.constraint, depth: depth)
    case .attributedType(let type):
      // An argument may escape; a property always does.
      let attributes = type.attributes.filter { $0.trimmedDescription != "@escaping" }
      if attributes.isEmpty { return read(type.baseType, depth: depth) }
      let words = attributes.map(\.onOneLine) + ["\(read(type.baseType, depth: depth))"]
      return TypeReference(kind: .other, words.joined(separator: " "))
    default:
      break
    }
    return TypeReference(kind: .other, type.onOneLine)
  }

  private static func arguments(
    of clause: GenericArgumentClauseSyntax?,
    _ depth: Int
  ) -> [TypeReference] {
    clause?.arguments.map { argument in
      argument.argument.as(TypeSyntax.self).map { read($0, depth: depth) }
        ?? TypeReference(kind: .other, argument.onOneLine)
    } ?? []
  }
}

extension TypeSyntax {
  /// Whether this names a type, with generic arguments at most.
  fileprivate var isName: Bool {
    switch self.as(TypeSyntaxEnum.self) {
    case .identifierType(let type): type.name.text != "_"
    case .memberType(let type): type.baseType.isName
    case .someOrAnyType(let type): type.constraint.isName
    default: false
    }
  }
}
