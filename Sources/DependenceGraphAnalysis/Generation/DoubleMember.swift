/// A member of a double: what a protocol asks for, with a body that reports.
struct DoubleMember {
  /// The way in which a double reports its calls.
  enum Reporting {
    /// Through its `double`, which knows the root.
    case ofRoot
    /// By itself, as a member of this protocol.
    case alone(String)

    fileprivate func code(_ function: String, _ member: String, _ placeholder: String? = nil)
      -> String
    {
      let value = placeholder.map { ", \($0)" } ?? ""
      switch self {
      case .ofRoot: return "double.\(function)(\(member.sourceLiteral)\(value))"
      case .alone(let name):
        let endpoint = "\(name).\(member)".sourceLiteral
        if function == "trap" { return "trapUnimplemented(\(endpoint))" }
        return "unimplemented(\(endpoint)\(value.replacing(", ", with: ", placeholder: ")))"
      }
    }
  }

  let requirement: ProtocolDeclaration.Requirement
  let source: String
  let type: TypeName?

  /// True if a class can have this member without knowing more than its spelling.
  var canBeWritten: Bool {
    let words = source.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    return requirement.kind != .other && !words.contains("Self")
  }

  func write(into writer: inout SourceWriter, _ reporting: Reporting, access: String = "") {
    // A class has no members that mutate it as a whole.
    func head(_ text: Substring) -> String {
      text.split(separator: " ", omittingEmptySubsequences: false)
        .filter { $0 != "mutating" }.joined(separator: " ")
    }
    if requirement.kind == .function {
      let labels = requirement.parameters.map { "\($0.label):" }.joined()
      let body = body(of: "\(requirement.name)(\(labels))", reporting)
      return writer.block("\(access)\(head(source[...]))") { $0.line(body) }
    }
    // `var name: Type { get async throws set }`, of which the accessors are the last words.
    let accessors = source.lastIndex(of: "{") ?? source.endIndex
    let getter = source[accessors...].split(separator: " ").drop { $0 != "get" }.dropFirst()
    let effects = getter.prefix { $0 != "set" && $0 != "}" && $0 != "nonmutating" }
      .map { " \($0)" }.joined()
    let start = head(source[..<accessors])
    writer.block("\(access)\(start.last == " " ? String(start.dropLast()) : start)") { writer in
      writer.line("get\(effects) { \(body(of: requirement.name, reporting)) }")
      if requirement.isSettable {
        writer.line("set { \(reporting.code("report", requirement.name)) }")
      }
    }
  }

  /// Code that reports a call, and then throws, returns, or returns something harmless.
  private func body(of name: String, _ reporting: Reporting) -> String {
    if throwsAnything { return "throw \(reporting.code("error", name))" }
    guard let type, type != .void else { return reporting.code("report", name) }
    guard let placeholder = type.placeholder else { return reporting.code("trap", name) }
    return reporting.code("placeholder", name, placeholder)
  }

  private var throwsAnything: Bool {
    let clause = requirement.throwing?.filter { $0 != " " }
    return ["throws", "throws(anyError)", "throws(Error)", "throws(DependencyError)"]
      .contains(clause)
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
