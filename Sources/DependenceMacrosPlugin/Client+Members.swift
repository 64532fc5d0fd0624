import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension Client {
  /// The code of everything that the macro adds.
  func members(in context: some MacroExpansionContext) -> [String] {
    var members = ["private var _hasSentinels = false", initializer(in: context)]
    if properties.contains(where: \.isConstantEndpoint) {
      members.insert("private var _isUnimplemented = false", at: 1)
    }
    for property in properties where !methods.contains(property.name.text) {
      guard let signature = property.signature, property.hasMethods else { continue }
      members += signature.methods(
        calling: property,
        access: min(access, property.access).modifier,
        constant: property.isConstantEndpoint ? property.endpoint(of: path, in: context) : nil
      )
    }
    if canBeUnimplemented { members.append(unimplemented(in: context)) }
    return members
  }

  private func unimplemented(in context: some MacroExpansionContext) -> String {
    let head = "\(access.modifier)nonisolated static var unimplemented: Self"
    var changes = properties.compactMap { $0.wrapping(of: path, in: context) }
    if !changes.isEmpty { changes.append("client._hasSentinels = true") }
    if properties.contains(where: \.isConstantEndpoint) {
      changes.append("client._isUnimplemented = true")
    }
    guard !changes.isEmpty else { return "\(head) { Self() }" }
    return """
      \(head) {
        var client = Self()
        \(changes.joined(separator: "\n  "))
        return client
      }
      """
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
  fileprivate var parameter: String {
    switch fallback {
    case nil: "\(name.text): \(type)"
    // Not the initial value itself, so that the closure's type is written once only.
    case .keepInitialValue where isEndpoint && !isOptional, .leaveUnimplemented:
      "\(name.text): (\(type))? = nil"
    case .keepInitialValue: "\(name.text): \(type) = \(initialValue!)"
    case .setNil: "\(name.text): \(type) = nil"
    }
  }

  fileprivate func assignment(of client: String, in context: some MacroExpansionContext) -> String {
    switch fallback {
    case .keepInitialValue where isEndpoint && !isOptional:
      return "if let \(name.text) { self.\(name.text) = \(name.text) }"
    case .leaveUnimplemented:
      return """
        if let \(name.text) {
            self.\(name.text) = \(name.text)
          } else {
            let endpoint = \(endpoint(of: client, in: context))
            self.\(name.text) = \(signature?.sentinel ?? "endpoint.closure()")
            self._hasSentinels = true
          }
        """
    default:
      return "self.\(name.text) = \(name.text)"
    }
  }

  /// A wrapper of an endpoint that has an initial value: `unimplemented` reports, then answers with that value.
  fileprivate func wrapping(of client: String, in context: some MacroExpansionContext) -> String? {
    guard hasAnswer, !isLet else { return nil }
    let sentinel = signature?.reportingSentinel ?? "endpoint.closure(answering: answer)"
    let property = "client.\(name.text)"
    return """
      \(isOptional ? "if let answer = \(property)" : "do") {
          let endpoint = \(endpoint(of: client, in: context))\(isOptional ? "" : "\n    let answer: \(type) = \(property)")
          \(property) = \(sentinel)
        }
      """
  }

  fileprivate func endpoint(of client: String, in context: some MacroExpansionContext) -> String {
    let line = context.location(of: binding)?.line.trimmedDescription ?? "#line"
    let closure = signature?.replacement ?? "{ … }"
    let replacement = isLet ? "\(closure), once it is a 'var'," : closure
    return """
      Dependence._Endpoint(of: Self.self, "\(client)", \(name.literal), replacement: "\(replacement)", line: \(line))
      """
  }
}
