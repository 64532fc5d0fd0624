import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension Client {
  /// The code of everything that the macro adds.
  func members(in context: some MacroExpansionContext) -> [String] {
    var members = ["private var _hasSentinels = false", initializer(in: context)]
    for property in properties where !methods.contains(property.name.text) {
      guard case .endpoint(let signature) = property.role, property.hasMethods else { continue }
      let access = min(access, property.access).modifier
      members += signature.methods(
        calling: property.name,
        type: property.type,
        prefix: (property.declaration.attributes.availability, access)
      )
    }
    if canBeUnimplemented {
      members.append(
        "\(access.modifier)nonisolated static var unimplemented: Self { Self() }"
      )
    }
    return members
  }

  private func initializer(in context: some MacroExpansionContext) -> String {
    let access = parameters.reduce(access) { min($0, $1.access) }
    let list = parameters.map { "\n  \($0.parameter)" }.joined(separator: ",")
    let body = parameters.map { $0.assignment(of: path, in: context) }.joined(separator: "\n  ")
    return """
      \(access.modifier)nonisolated init(\(list)\(list.isEmpty ? "" : "\n")) {
        \(body)
      }
      """
  }
}

extension ClientProperty {
  private var isClosure: Bool { if case .value = role { false } else { true } }

  fileprivate var parameter: String {
    switch fallback {
    case nil: "\(name.text): \(type)"
    // Not the initial value itself, so that the closure's type is written once only.
    case .keepInitialValue where isClosure && !type.is(OptionalTypeSyntax.self),
      .leaveUnimplemented:
      "\(name.text): (\(type))? = nil"
    case .keepInitialValue: "\(name.text): \(type) = \(initialValue!)"
    case .setNil: "\(name.text): \(type) = nil"
    }
  }

  fileprivate func assignment(of client: String, in context: some MacroExpansionContext) -> String {
    switch fallback {
    case .keepInitialValue where isClosure && !type.is(OptionalTypeSyntax.self):
      return "if let \(name.text) { self.\(name.text) = \(name.text) }"
    case .leaveUnimplemented:
      let line = context.location(of: binding)?.line.trimmedDescription ?? "#line"
      let (sentinel, replacement) =
        if case .endpoint(let signature) = role {
          (signature.sentinel, signature.replacement)
        } else {
          ("endpoint.closure()", "{ … }")
        }
      return """
        if let \(name.text) {
            self.\(name.text) = \(name.text)
          } else {
            let endpoint = Dependence._Endpoint(of: Self.self, "\(client)", \(name.literal), replacement: "\(replacement)", line: \(line))
            self.\(name.text) = \(sentinel)
            self._hasSentinels = true
          }
        """
    default:
      return "self.\(name.text) = \(name.text)"
    }
  }
}
