/// A type as written in source code. To compare two types, convert them to ``TypeName`` with a
/// `Resolver`, because the same type can be written in different ways.
struct TypeReference: Codable, Hashable, Sendable {
  enum Kind: UInt8, Codable, Hashable, Sendable {
    /// A named type, such as `Array<Int>`. The name may contain dots.
    case nominal
    /// A tuple type, such as `(x: Int, y: Int)`. The empty tuple is `Void`.
    case tuple
    /// A protocol composition, such as `P & Q`. The protocols are stored in `arguments`.
    case composition
    /// Any other type. Its name is its source text, with each nested type replaced by a
    /// ``Placeholder`` character.
    case other
  }

  /// The characters that replace types in source text, so that the types can be stored separately.
  enum Placeholder {
    static let type: Character = "\u{1}"
    /// The placeholder for a type in a position that does not allow `any`, as in `some P` and
    /// `T: P`.
    static let constraint: Character = "\u{2}"
  }

  var kind: Kind
  var name: String
  /// The labels of a tuple's elements. An element without a label has the label `""`. For types
  /// other than tuples, the array is empty.
  var labels: [String]
  var arguments: [TypeReference]
  /// Whether the type is written with `any`, which shows that the name refers to a protocol.
  var isExistential = false

  init(kind: Kind = .nominal, _ name: String, labels: [String] = [], arguments: [Self] = []) {
    (self.kind, self.name, self.labels, self.arguments) = (kind, name, labels, arguments)
  }

  static var void: TypeReference { TypeReference(kind: .tuple, "") }

  static func optional(_ wrapped: TypeReference) -> TypeReference {
    TypeReference("Swift.Optional", arguments: [wrapped])
  }

  /// The last component of a type that is nested in a generic type, such as `Inner` in
  /// `Box<Int>.Inner`, or `nil` for any other type.
  var memberName: String? {
    guard arguments.count == 1, name.hasPrefix("\(Placeholder.constraint).") else { return nil }
    let member = String(name.dropFirst(2))
    return ["Type", "Protocol"].contains(member) ? nil : member
  }

  /// Calls `body` with each name that occurs in the type, and with a flag that is `true` if the
  /// name is written with `any`. For example, `Box<Int>` contains the names `Box` and `Int`.
  func forEachName(_ body: (_ name: String, _ isExistential: Bool) -> Void) {
    if kind == .nominal { body(name, isExistential) }
    for argument in arguments { argument.forEachName(body) }
  }
}

extension TypeReference: CustomStringConvertible {
  /// The type as source code in a uniform format. The `any` of a type such as `any P` is omitted.
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
