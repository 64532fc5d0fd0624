/// A protocol requirement and the code that implements it in a generated test double.
struct DoubleMember {
  let requirement: ProtocolDeclaration.Requirement
  let source: String
  let type: TypeName?
  /// The name of the protocol, for use if the member itself reports a call as an issue. This is
  /// `nil` if the class stores a `_Double`, because the `_Double` then reports the calls.
  var protocolName: String?

  /// Whether a generated class can implement the requirement. Requirements that mention `Self`, for
  /// example, are not supported.
  var canBeWritten: Bool {
    let identifiers = source.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    return requirement.kind != .other && !identifiers.contains("Self")
  }

  func write(into writer: inout SourceWriter, access: String = "") {
    writer.line()
    // Remove `mutating`, which is not allowed on members of a class.
    func head(_ text: Substring) -> String {
      text.split(separator: " ").filter { $0 != "mutating" }.joined(separator: " ")
    }
    if requirement.kind == .function {
      let labels = requirement.parameters.map { "\($0.label):" }.joined()
      let body = body(of: "\(requirement.name)(\(labels))")
      return writer.block("\(access)\(head(source[...]))") { $0.line(body) }
    }
    // The source code of a property requirement ends with its accessors, as in
    // `var name: Type { get async throws set }`.
    let accessors = source.lastIndex(of: "{") ?? source.endIndex
    let getter = source[accessors...].split(separator: " ").drop { $0 != "get" }.dropFirst()
    let effects = getter.prefix { $0 != "set" && $0 != "}" && $0 != "nonmutating" }
      .map { " \($0)" }.joined()
    writer.block("\(access)\(head(source[..<accessors]))") { writer in
      writer.line("get\(effects) { \(body(of: requirement.name)) }")
      if requirement.isSettable { writer.line("set { \(report("report", requirement.name)) }") }
    }
  }

  /// Returns the body of the member: code that reports the call as an issue and then throws an
  /// error, returns a placeholder value, or traps.
  private func body(of member: String) -> String {
    let clause = requirement.throwing?.filter { $0 != " " }
    if ["throws", "throws(anyError)", "throws(Error)", "throws(DependencyError)"].contains(clause) {
      return "throw \(report("error", member))"
    }
    guard let type, type != .void else { return report("report", member) }
    guard let value = type.placeholder else { return report("trap", member) }
    return report("placeholder", member, value)
  }

  private func report(_ function: String, _ member: String, _ value: String? = nil) -> String {
    guard let protocolName else {
      return "double.\(function)(\(member.sourceLiteral)\(value.map { ", \($0)" } ?? ""))"
    }
    let endpoint = "\(protocolName).\(member)".sourceLiteral
    if function == "trap" { return "trapUnimplemented(\(endpoint))" }
    return "unimplemented(\(endpoint)\(value.map { ", placeholder: \($0)" } ?? ""))"
  }
}

extension TypeName {
  private static let numbers: Set = [
    "Double", "Float", "Int", "Int128", "Int16", "Int32", "Int64", "Int8", "UInt", "UInt128",
    "UInt16", "UInt32", "UInt64", "UInt8",
  ]

  fileprivate var placeholder: String? {
    guard let nominal, nominal.module == "Swift" else { return nil }
    switch nominal.name {
    case "Optional": return "nil"
    case "Array", "Set": return "[]"
    case "Dictionary": return "[:]"
    case "String": return "\"\""
    case "Bool": return "false"
    default: return Self.numbers.contains(nominal.name) ? "0" : nil
    }
  }
}
