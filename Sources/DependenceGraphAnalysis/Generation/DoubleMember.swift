/// A protocol requirement, and the code that implements it in a generated test double (a class or
/// actor that replaces the real implementation of the protocol in tests).
struct DoubleMember {
  /// The parts of a requirement's declaration that distinguish it from other requirements. A class
  /// cannot declare two members with equal signatures.
  struct Signature: Hashable {
    fileprivate var kind: ProtocolDeclaration.Requirement.Kind
    fileprivate var name: String
    fileprivate var parameters: [Parameter] = []
    fileprivate var result: TypeName?
    /// The requirement's source code if it is a generic function, or `nil` otherwise. The code
    /// contains the generic constraints, which can also distinguish two functions.
    fileprivate var generic: String?

    fileprivate struct Parameter: Hashable {
      var label: String
      var type: TypeName
      var isVariadic: Bool
    }
  }

  let requirement: ProtocolDeclaration.Requirement
  let source: String
  let type: TypeName?
  let signature: Signature
  /// The name of the property that stores the test double's `_Double`, a library value that the
  /// members of the test double use to report calls as issues.
  var storage = "double"
  /// Whether the member's code prefixes library functions with the module name, as in
  /// `Dependence::unimplemented`. This is necessary if a requirement or a parameter has the same
  /// name as one of these functions.
  var isQualified = false
  /// The name of the protocol, for the issues that the member's code reports. It is `nil` if the
  /// test double stores a `_Double`, which reports the issues and already contains the name.
  var protocolName: String?

  init(_ requirement: ProtocolDeclaration.Requirement, in scope: NameScope, _ resolver: Resolver) {
    self.requirement = requirement
    let types = requirement.types.map { resolver.resolve($0, in: scope) }
    let source = requirement.source.filling(types) { $1 ? $0.constraintSource : $0.source }
    self.source = source
    type = requirement.type.map { resolver.resolve($0, in: scope) }
    var signature = Signature(kind: requirement.kind, name: requirement.name)
    if requirement.kind == .function {
      signature.parameters = requirement.parameters.map { parameter in
        Signature.Parameter(
          label: parameter.label,
          type: resolver.resolve(parameter.type, in: scope),
          isVariadic: parameter.canBeOmitted
        )
      }
      signature.result = type ?? .void
      let head = source.firstRange(of: "func ").map { source[$0.upperBound...] }
      if head?.prefix(while: { $0 != "(" }).contains("<") == true { signature.generic = source }
    }
    self.signature = signature
  }

  /// Whether a generated class can implement the requirement. Requirements that mention `Self`, for
  /// example, are not supported.
  var canBeWritten: Bool { requirement.kind != .other && !mentions("Self") }

  func mentions(_ identifier: String) -> Bool {
    source.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains { $0 == identifier }
  }

  /// Returns `true` if this member also satisfies the requirement of `other`, which has the same
  /// signature. For example, a non-throwing function satisfies a throwing requirement.
  func implements(_ other: DoubleMember) -> Bool {
    let (own, wanted) = (requirement, other.requirement)
    let throwing = wanted.throwing.map(Self.withoutSpaces)
    let canThrow =
      own.throwing == nil || own.throwing.map(Self.withoutSpaces) == throwing
      || ["throws", "throws(anyError)", "throws(Error)"].contains(throwing)
    return canThrow && type ?? .void == other.type ?? .void && (!own.isAsync || wanted.isAsync)
      && (own.isSettable || !wanted.isSettable)
  }

  private static func withoutSpaces(_ text: String) -> String { text.filter { $0 != " " } }

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
    // The source code of a property requirement, such as `var name: Type { get async throws }`,
    // ends with its accessors. Split the source code before the accessors, and write accessors with
    // the same effects, such as `async throws`.
    let accessors = source.lastIndex(of: "{") ?? source.endIndex
    let getter = source[accessors...].split(separator: " ").drop { $0 != "get" }.dropFirst()
    let effects = getter.prefix { $0 != "set" && $0 != "}" && $0 != "nonmutating" }
      .map { " \($0)" }.joined()
    writer.block("\(access)\(head(source[..<accessors]))") { writer in
      writer.line("get\(effects) { \(body(of: requirement.name)) }")
      if requirement.isSettable { writer.line("set { \(report("report", requirement.name)) }") }
    }
  }

  /// Returns the member's body, which reports the call as an issue. The body then throws an error
  /// if the requirement allows this. Otherwise, it returns nothing or a placeholder value, or it
  /// traps if there is no placeholder for the result type.
  private func body(of member: String) -> String {
    let clause = requirement.throwing.map(Self.withoutSpaces)
    if ["throws", "throws(anyError)", "throws(Error)", "throws(DependencyError)"].contains(clause) {
      return "throw \(report("error", member))"
    }
    guard let type, type != .void else { return report("report", member) }
    guard let value = type.placeholder else { return report("trap", member) }
    return report("placeholder", member, value)
  }

  private func report(_ function: String, _ member: String, _ value: String? = nil) -> String {
    guard let protocolName else {
      return "\(storage).\(function)(\(member.sourceLiteral)\(value.map { ", \($0)" } ?? ""))"
    }
    let endpoint = "\(protocolName).\(member)".sourceLiteral
    let module = isQualified ? "Dependence::" : ""
    if function == "trap" { return "\(module)trapUnimplemented(\(endpoint))" }
    return "\(module)unimplemented(\(endpoint)\(value.map { ", placeholder: \($0)" } ?? ""))"
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
