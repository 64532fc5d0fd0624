/// A type as written in source code. A `Resolver` converts it to a ``TypeName`` for comparisons.
struct TypeReference: Codable, Hashable, Sendable {
  enum Kind: UInt8, Codable, Hashable, Sendable {
    /// A named type, in the form `name<arguments…>`. The name may contain dots.
    case nominal
    /// A tuple type, in the form `(labels: arguments…)`. The empty tuple is `Void`.
    case tuple
    /// A protocol composition, in the form `arguments & …`.
    case composition
    /// Any other type. The name is the source text, in which a ``Hole`` replaces each argument.
    case other
  }

  /// The placeholder characters that replace types in a source text.
  enum Placeholder {
    static let type: Character = "\u{1}"
    /// A placeholder for a type in a position that does not allow `any`, as in `some P` and `T: P`.
    static let constraint: Character = "\u{2}"
  }

  var kind: Kind
  var name: String
  /// The labels of tuple elements, with `""` for an element without a label. Empty for other types.
  var labels: [String]
  var arguments: [TypeReference]
  /// Whether the type is written with `any`, which shows that the name belongs to a protocol.
  var isExistential = false

  init(kind: Kind = .nominal, _ name: String, labels: [String] = [], arguments: [Self] = []) {
    (self.kind, self.name, self.labels, self.arguments) = (kind, name, labels, arguments)
  }

  static var void: TypeReference { TypeReference(kind: .tuple, "") }

  static func optional(_ wrapped: TypeReference) -> TypeReference {
    TypeReference("Swift.Optional", arguments: [wrapped])
  }

  /// The name of a type nested in a generic type: `Inner` for `Box<Int>.Inner`, or else `nil`.
  var memberName: String? {
    guard arguments.count == 1, name.hasPrefix("\(Placeholder.constraint).") else { return nil }
    let member = String(name.dropFirst(2))
    return ["Type", "Protocol"].contains(member) ? nil : member
  }

  /// Calls `body` for every name in the type, and passes whether the name is written with `any`.
  func forEachName(_ body: (_ name: String, _ isExistential: Bool) -> Void) {
    if kind == .nominal { body(name, isExistential) }
    for argument in arguments { argument.forEachName(body) }
  }
}

extension TypeReference: CustomStringConvertible {
  /// The type as source code, without `any` and with normalized spaces.
  var description: String {
    let list = arguments.map(\.description)
    switch (kind, name, list.count) {
    case (.tuple, _, _):
      let elements = zip(labels, list).map { $0.isEmpty ? $1 : "\($0): \($1)" }
      return "(\(elements.joined(separator: ", ")))"
    case (.composition, _, _): return list.joined(separator: " & ")
    case (.other, _, _): return name.filling(list) { text, _ in text }
    case (.nominal, "Swift.Optional", 1): return "\(list[0])?"
    case (.nominal, "Swift.Array", 1): return "[\(list[0])]"
    case (.nominal, "Swift.Dictionary", 2): return "[\(list[0]): \(list[1])]"
    case (.nominal, _, 1...): return "\(name)<\(list.joined(separator: ", "))>"
    case (.nominal, _, _): return name
    }
  }
}

extension String {
  func filling<Type>(_ types: [Type], _ text: (Type, _ isConstraint: Bool) -> String) -> String {
    guard !types.isEmpty else { return self }
    var result = ""
    var rest = types[...]
    for character in self {
      let isConstraint = character == TypeReference.Placeholder.constraint
      if isConstraint || character == TypeReference.Placeholder.type, let type = rest.popFirst() {
        result += text(type, isConstraint)
      } else {
        result.append(character)
      }
    }
    return result
  }
}
