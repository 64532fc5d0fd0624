/// A type as source code names it, in a form that can be compared.
///
/// `any P` is `P`, and sugar is spelled out: `T?` is an `Optional`, `[T]` an `Array`.
package struct TypeReference: Codable, Sendable {
  package enum Kind: UInt8, Codable, Hashable, Sendable {
    /// `name<arguments…>`; `name` may have dots.
    case nominal
    /// `(labels: arguments…)`; an empty one is `Void`.
    case tuple
    /// Anything else; `name` is its text.
    case other
  }

  package var kind: Kind
  package var name: String
  /// One for each element of a tuple; "" where it has none. Empty for other kinds.
  package var labels: [String]
  package var arguments: [TypeReference]
  /// The type as it was written, on one line. Not part of its identity.
  package var source: String

  package init(
    kind: Kind = .nominal,
    _ name: String,
    labels: [String] = [],
    arguments: [TypeReference] = [],
    source: String? = nil
  ) {
    self.kind = kind
    self.name = name
    self.labels = labels
    self.arguments = arguments
    self.source = ""
    self.source = source ?? description
  }

  package static var void: TypeReference { TypeReference(kind: .tuple, "") }
}

// MARK: - Identity

extension TypeReference: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind && left.name == right.name && left.labels == right.labels
      && left.arguments == right.arguments
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(arguments)
  }
}

extension TypeReference: CustomStringConvertible {
  /// The type in one spelling, whatever its source.
  package var description: String {
    let list = arguments.map(\.description)
    switch (kind, name, list.count) {
    case (.tuple, _, _):
      let elements = zip(labels, list).map { $0.isEmpty ? $1 : "\($0): \($1)" }
      return "(\(elements.joined(separator: ", ")))"
    case (.nominal, "Optional", 1): return "\(list[0])?"
    case (.nominal, "Array", 1): return "[\(list[0])]"
    case (.nominal, "Dictionary", 2): return "[\(list[0]): \(list[1])]"
    case (.nominal, _, 1...): return "\(name)<\(list.joined(separator: ", "))>"
    default: return name
    }
  }
}

// MARK: - Parts

extension TypeReference {
  /// What an optional wraps; nil if this is none.
  package var wrapped: TypeReference? {
    kind == .nominal && name == "Optional" && arguments.count == 1 ? arguments[0] : nil
  }

  /// This type with generic parameters replaced.
  package func substituting(_ parameters: [String: TypeReference]) -> TypeReference {
    guard !parameters.isEmpty else { return self }
    if kind == .nominal, arguments.isEmpty, let replacement = parameters[name] {
      return replacement
    }
    guard !arguments.isEmpty else { return self }
    let replaced = arguments.map { $0.substituting(parameters) }
    if replaced == arguments { return self }
    return TypeReference(kind: kind, name, labels: labels, arguments: replaced)
  }
}
