/// A type in canonical form, which a `Resolver` creates from source code. Equal types compare
/// equal: `any P` is stored as `P`, shorthand and aliases are expanded, and names refer to
/// declarations.
struct TypeName: Hashable, Sendable {
  /// A named type, which may be declared outside the scanned files.
  struct Nominal: Hashable, Sendable {
    /// The module that declares the type or its outermost enclosing type, or `nil` if unknown.
    var module: String?
    /// The name of the type, preceded by the names of its enclosing types.
    var name: String
    /// The only file that can access the type, or `nil` if the type is not limited to one file.
    var file: String?
    var isProtocol = false
    /// Whether generated code must add the module to the name, because the name could be ambiguous.
    var needsModule = false
    /// Whether several modules declare a type with this name.
    var isAmongModules = false

    // Compare only the name, the module and the file, because they determine the other properties.
    static func == (left: Self, right: Self) -> Bool {
      left.name == right.name && left.module == right.module && left.file == right.file
    }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  enum Head: Hashable, Sendable {
    case nominal(Nominal)
    /// A generic parameter of a type that is checked without concrete generic arguments.
    case parameter(String)
    case tuple(labels: [String])
    /// A protocol composition. The arguments are its members, sorted by name.
    case composition
    /// Any other type, stored as source text with a placeholder for each argument.
    case text(String)
  }

  var head: Head
  var arguments: [TypeName]

  init(_ head: Head, arguments: [TypeName] = []) {
    (self.head, self.arguments) = (head, arguments)
  }

  static var void: TypeName { TypeName(.tuple(labels: [])) }

  /// Returns the parameter type of `instantiate`: the only forwarded type, or a tuple of several.
  static func handed(_ forwarded: [(label: String, type: TypeName)]) -> TypeName {
    forwarded.count == 1
      ? forwarded[0].type
      : TypeName(.tuple(labels: forwarded.map(\.label)), arguments: forwarded.map(\.type))
  }

  static func optional(_ wrapped: TypeName) -> TypeName {
    TypeName(.nominal(Nominal(module: "Swift", name: "Optional")), arguments: [wrapped])
  }

  // Hash only names. Most types differ in their names, and hashing takes most of the lookup time.
  func hash(into hasher: inout Hasher) {
    switch head {
    case .nominal(let nominal): hasher.combine(nominal.name)
    case .parameter(let text), .text(let text): hasher.combine(text)
    case .tuple(let labels): hasher.combine(labels.count)
    case .composition: break
    }
    for argument in arguments { argument.hash(into: &hasher) }
  }

  var nominal: Nominal? { if case .nominal(let nominal) = head { nominal } else { nil } }

  var parameter: String? { if case .parameter(let name) = head { name } else { nil } }

  var wrapped: TypeName? {
    nominal?.module == "Swift" && nominal?.name == "Optional" ? arguments.first : nil
  }

  /// The wrapped type of an optional type, or this type itself if it is not optional.
  var unwrapped: TypeName { wrapped ?? self }

  /// The members of a protocol composition. For any other type, the only member is the type itself.
  var members: [TypeName] { head == .composition ? arguments : [self] }

  var isProtocol: Bool { nominal?.isProtocol ?? (head == .composition) }

  var nominals: [Nominal] { (nominal.map { [$0] } ?? []) + arguments.flatMap(\.nominals) }

  var isOpen: Bool { parameter != nil || arguments.contains(where: \.isOpen) }

  func mentions(_ parameter: String) -> Bool {
    head == .parameter(parameter) || arguments.contains { $0.mentions(parameter) }
  }

  func substituting(_ parameters: [String: TypeName]) -> TypeName {
    guard !parameters.isEmpty else { return self }
    if let parameter { return parameters[parameter] ?? self }
    return TypeName(head, arguments: arguments.map { $0.substituting(parameters) })
  }

  /// Returns the generic arguments with which this type equals `other`, or `nil` if there are none.
  func matching(_ other: TypeName) -> [String: TypeName]? {
    var parameters: [String: TypeName] = [:]
    return matches(other, &parameters) ? parameters : nil
  }

  private func matches(_ other: TypeName, _ parameters: inout [String: TypeName]) -> Bool {
    if let parameter {
      if let known = parameters[parameter] { return known == other }
      parameters[parameter] = other
      return true
    }
    guard head == other.head, arguments.count == other.arguments.count else { return false }
    return zip(arguments, other.arguments).allSatisfy { $0.matches($1, &parameters) }
  }
}

// MARK: - Spelling

extension TypeName: CustomStringConvertible, Comparable {
  static func < (left: Self, right: Self) -> Bool { left.description < right.description }

  var description: String { text(isCode: false) }

  /// This type as source code that is valid in every file of every module.
  var source: String { text(isCode: true) }

  /// This type as source code for a position that does not allow `any`, as in `some P`.
  var constraintSource: String { text(isCode: true, isConstraint: true) }

  var optionalSource: String { TypeName.optional(self).source }

  var parameterSource: String { isClosure ? "@escaping \(source)" : source }

  var isClosure: Bool { if case .text(let text) = head { text.contains("->") } else { false } }

  private func text(isCode: Bool, isConstraint: Bool = false) -> String {
    switch head {
    case .parameter(let name): return name
    case .text(let text):
      return text.filling(arguments) { $0.text(isCode: isCode, isConstraint: $1) }
    case .composition:
      let list = arguments.map { $0.text(isCode: isCode, isConstraint: true) }
        .joined(separator: " & ")
      return isCode && !isConstraint ? "any \(list)" : list
    case .tuple(let labels):
      let elements = zip(labels, arguments).map { label, element in
        let text = element.text(isCode: isCode)
        return label.isEmpty ? text : "\(label.variableName): \(text)"
      }
      return "(\(elements.joined(separator: ", ")))"
    case .nominal(let nominal):
      let list = arguments.map { $0.text(isCode: isCode) }
      switch (nominal.module, nominal.name, list.count) {
      case ("Swift", "Optional", 1):
        return arguments[0].isAtom(list[0]) ? "\(list[0])?" : "(\(list[0]))?"
      case ("Swift", "Array", 1): return "[\(list[0])]"
      case ("Swift", "Dictionary", 2): return "[\(list[0]): \(list[1])]"
      default:
        let generics = list.isEmpty ? "" : "<\(list.joined(separator: ", "))>"
        let name = isCode ? nominal.source(isConstraint: isConstraint) : nominal.description
        return name + generics
      }
    }
  }

  /// Returns `true` if appending `?` to `text` makes the type optional without added parentheses.
  private func isAtom(_ text: String) -> Bool {
    switch head {
    case .nominal, .parameter, .tuple: !text.hasPrefix("any ")
    case .composition: false
    case .text: !text.contains(" ")
    }
  }
}

extension TypeName.Nominal: CustomStringConvertible {
  var description: String { if isAmongModules, let module { "\(module).\(name)" } else { name } }

  /// Returns the name as source code that is valid in every file of every module.
  func source(isConstraint: Bool) -> String {
    let parts = name.split(separator: ".").map { String($0).typeName }.joined(separator: ".")
    let path = if needsModule, let module { "\(module)::\(parts)" } else { parts }
    return isProtocol && !isConstraint ? "any \(path)" : path
  }
}
