/// A member of a double: what a protocol asks for, with a body that reports.
struct DoubleMember {
  private let requirement: ProtocolDeclaration.Requirement

  init(_ requirement: ProtocolDeclaration.Requirement) {
    self.requirement = requirement
  }

  /// Whether a class can have this member without knowing more than its spelling.
  var canBeWritten: Bool {
    let words = requirement.source.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    return switch requirement.kind {
    case .function, .property: !requirement.isStatic && !words.contains("Self")
    case .initializer, .subscript, .associatedType: false
    }
  }

  func write(into writer: inout SourceWriter) {
    switch requirement.kind {
    case .function: writeFunction(into: &writer)
    case .property: writeProperty(into: &writer)
    case .initializer, .subscript, .associatedType: break
    }
  }

  private func writeFunction(into writer: inout SourceWriter) {
    // A class has no methods that mutate it as a whole.
    let words = requirement.source.split(separator: " ", omittingEmptySubsequences: false)
    let head = words.filter { $0 != "mutating" }.joined(separator: " ")
    let labels = requirement.parameters.map { "\($0.label):" }.joined()
    let body = body(of: "\(requirement.name)(\(labels))", type: requirement.type)
    writer.block(head) { $0.line(body) }
  }

  private func writeProperty(into writer: inout SourceWriter) {
    let attributes = requirement.attributes.map { "\($0) " }.joined()
    let type = requirement.type.map(\.source) ?? "Never"
    writer.block("\(attributes)var \(requirement.name.variableName): \(type)") { writer in
      let effects =
        (requirement.isAsync ? " async" : "") + (requirement.throwing.map { " \($0)" } ?? "")
      writer.line("get\(effects) { \(body(of: requirement.name, type: requirement.type)) }")
      if requirement.isSettable {
        writer.line("set { double.report(\(requirement.name.sourceLiteral)) }")
      }
    }
  }

  /// What reports a call, and then throws, returns, or returns something harmless.
  private func body(of name: String, type: TypeReference?) -> String {
    let name = name.sourceLiteral
    if throwsAnything { return "throw double.error(\(name))" }
    guard let type, type != .void, type.name != "Void" else { return "double.report(\(name))" }
    if let placeholder = type.placeholder {
      return "double.placeholder(\(name), \(placeholder))"
    }
    return "double.trap(\(name))"
  }

  /// Whether the error of an unimplemented endpoint can be thrown.
  private var throwsAnything: Bool {
    let clause = requirement.throwing?.filter { $0 != " " }
    return ["throws", "throws(anyError)", "throws(Error)", "throws(DependencyError)"]
      .contains(clause)
  }
}

extension TypeReference {
  /// A harmless value, as source code; nil, if there is none that is evident.
  fileprivate var placeholder: String? {
    switch (kind, name) {
    case (.nominal, "Optional"): "nil"
    case (.nominal, "Array"), (.nominal, "Set"): "[]"
    case (.nominal, "Dictionary"): "[:]"
    case (.nominal, "String"): "\"\""
    case (.nominal, "Bool"): "false"
    case (.nominal, "Int"), (.nominal, "UInt"), (.nominal, "Int64"), (.nominal, "UInt64"),
      (.nominal, "Int32"), (.nominal, "UInt32"), (.nominal, "Double"), (.nominal, "Float"):
      "0"
    default: nil
    }
  }
}
