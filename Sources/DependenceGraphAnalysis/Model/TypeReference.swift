/// A type as source code names it. A resolver makes a ``TypeName`` of it, by which types compare.
struct TypeReference: Codable, Hashable, Sendable {
  enum Kind: UInt8, Codable, Hashable, Sendable {
    /// `name<arguments…>`; `name` may have dots.
    case nominal
    /// `(labels: arguments…)`; an empty one is `Void`.
    case tuple
    /// `arguments & …`
    case composition
    /// Anything else; `name` is its text, with a ``Hole`` for each argument.
    case other
  }

  /// The characters of a text that stand for types.
  enum Hole {
    static let type: Character = "\u{1}"
    /// A type that is never spelled with `any`, as in `some P` and `T: P`.
    static let constraint: Character = "\u{2}"
  }

  var kind: Kind
  var name: String
  /// One for each element of a tuple; "" where it has none. Empty for other kinds.
  var labels: [String]
  var arguments: [TypeReference]
  /// True if the source says `any`, so that the name is that of a protocol.
  var isExistential = false

  init(kind: Kind = .nominal, _ name: String, labels: [String] = [], arguments: [Self] = []) {
    (self.kind, self.name, self.labels, self.arguments) = (kind, name, labels, arguments)
  }

  static var void: TypeReference { TypeReference(kind: .tuple, "") }

  static func optional(_ wrapped: TypeReference) -> TypeReference {
    TypeReference("Swift.Optional", arguments: [wrapped])
  }

  /// The name of a member of another type, as in `Box<Int>.Inner`; nil, if this is none.
  var memberName: String? {
    guard arguments.count == 1, name.hasPrefix("\(Hole.constraint).") else { return nil }
    let member = String(name.dropFirst(2))
    return ["Type", "Protocol"].contains(member) ? nil : member
  }

  /// Every name in the type, with `any` before those of protocols that are spelled so.
  func forEachName(_ body: (_ name: String, _ isExistential: Bool) -> Void) {
    if kind == .nominal { body(name, isExistential) }
    for argument in arguments { argument.forEachName(body) }
  }
}

extension TypeReference: CustomStringConvertible {
  /// The type as it is written, but for spaces and `any`.
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
      let isConstraint = character == TypeReference.Hole.constraint
      if isConstraint || character == TypeReference.Hole.type, let type = rest.popFirst() {
        result += text(type, isConstraint)
      } else {
        result.append(character)
      }
    }
    return result
  }
}
