/// How generated code spells types: with `any` where a protocol needs it, whoever wrote the type.
struct TypeSpelling {
  /// The names of the scanned protocols.
  let protocols: Set<String>

  /// The type as source code.
  func text(_ type: TypeReference) -> String {
    switch type.kind {
    case .other: return type.source
    case .tuple:
      let elements = zip(type.labels, type.arguments).map { label, element in
        label.isEmpty ? text(element) : "\(label.variableName): \(text(element))"
      }
      return "(\(elements.joined(separator: ", ")))"
    case .nominal:
      if let wrapped = type.wrapped { return optional(wrapped) }
      let arguments = type.arguments.map(text)
      switch (type.name, arguments.count) {
      case ("Array", 1): return "[\(arguments[0])]"
      case ("Dictionary", 2): return "[\(arguments[0]): \(arguments[1])]"
      default: break
      }
      let list = arguments.isEmpty ? "" : "<\(arguments.joined(separator: ", "))>"
      return "\(isExistential(type) ? "any " : "")\(type.name)\(list)"
    }
  }

  /// The type whose values are those of `wrapped`, or nil.
  func optional(_ wrapped: TypeReference) -> String {
    let inner = text(wrapped)
    let isSimple = !inner.hasPrefix("any ") && (wrapped.kind != .other || inner.hasSuffix(")"))
    return isSimple ? "\(inner)?" : "(\(inner))?"
  }

  private func isExistential(_ type: TypeReference) -> Bool {
    type.source.hasPrefix("any ") || protocols.contains(type.name)
  }
}
