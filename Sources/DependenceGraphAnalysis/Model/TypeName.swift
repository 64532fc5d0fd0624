/// A resolved type in canonical form, so that two spellings of the same type compare equal.
///
/// A `Resolver` creates this form from source code. It expands type aliases and shorthand such as
/// `[Int]`, replaces `any P` with `P`, and finds the declaration that each name refers to.
struct TypeName: Hashable, Sendable {
  /// A type that is identified by its name, such as a struct or a protocol. It may be declared
  /// outside the scanned files.
  struct Nominal: Hashable, Sendable {
    /// The module that declares the type or its outermost enclosing type, or `nil` if unknown.
    var module: String?
    /// The name of the type, including its enclosing types, as in `Outer.Inner`.
    var name: String
    /// The only file that can access a private or file-private type, or `nil` for other types.
    var file: String?
    var isProtocol = false
    /// Whether generated code must qualify the type's name with the module's name, because the
    /// type's name alone could be ambiguous.
    var needsModule = false
    /// Whether several modules declare a type with this name. If so, messages include the module's
    /// name.
    var isAmongModules = false

    /// Returns `true` if this is the type that this library declares as `name`.
    ///
    /// If the library was not scanned, the type's module may be unknown. A type with this name, or
    /// with this name after `Dependence.`, is then assumed to be the library's.
    func isOfLibrary(_ name: String) -> Bool {
      self.name == "Dependence.\(name)"
        || self.name == name && module.map(Project.libraryModules.contains) ?? true
    }

    // The name, the module, and the file determine all other properties, so compare only these
    // three.
    static func == (left: Self, right: Self) -> Bool {
      left.name == right.name && left.module == right.module && left.file == right.file
    }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  enum Head: Hashable, Sendable {
    case nominal(Nominal)
    /// A generic parameter that has not been replaced by a concrete type, such as `T` in `Box<T>`.
    case parameter(String)
    case tuple(labels: [String])
    /// A protocol composition, such as `P & Q`. The protocols are stored in `arguments`, sorted by
    /// name.
    case composition
    /// Any other type, such as a closure type. It is stored as source text with a placeholder
    /// character in place of each nested type. The nested types are stored in `arguments`.
    case text(String)
  }

  var head: Head
  var arguments: [TypeName]

  init(_ head: Head, arguments: [TypeName] = []) {
    (self.head, self.arguments) = (head, arguments)
  }

  static var void: TypeName { TypeName(.tuple(labels: [])) }

  /// Returns the type of the argument that passes the values of the given `@Forwarded` properties
  /// to an instantiator (a factory). For a single property, this is the property's type. For
  /// several properties, it is a labeled tuple, and for none, it is `Void`.
  static func handed(_ forwarded: [(label: String, type: TypeName)]) -> TypeName {
    forwarded.count == 1
      ? forwarded[0].type
      : TypeName(.tuple(labels: forwarded.map(\.label)), arguments: forwarded.map(\.type))
  }

  static func optional(_ wrapped: TypeName) -> TypeName {
    TypeName(.nominal(Nominal(module: "Swift", name: "Optional")), arguments: [wrapped])
  }

  var nominal: Nominal? { if case .nominal(let nominal) = head { nominal } else { nil } }

  var parameter: String? { if case .parameter(let name) = head { name } else { nil } }

  var wrapped: TypeName? {
    nominal?.module == "Swift" && nominal?.name == "Optional" ? arguments.first : nil
  }

  var unwrapped: TypeName { wrapped ?? self }

  /// The members of a protocol composition, or an array with only this type if it is not a
  /// composition.
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

  /// Returns the generic arguments that make this type equal to `other`, or `nil` if there are no
  /// such arguments. For example, the result for `Box<T>` and `Box<Int>` maps `T` to `Int`.
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

// MARK: - Conversion to text

extension TypeName: CustomStringConvertible, Comparable {
  static func < (left: Self, right: Self) -> Bool { left.description < right.description }

  var description: String { text(isCode: false) }

  /// Source code for this type. The code includes module names where necessary, so that it refers
  /// to the same type in every generated file.
  var source: String { text(isCode: true) }

  /// Source code for this type in a position that does not allow `any`, such as `P` in `some P`.
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

  /// Returns `true` if `text`, the source code of this type, does not need parentheses before the
  /// `?` of an optional type.
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

  /// Returns source code that refers to this type in every generated file, including the module's
  /// name where necessary. Protocols are written with `any` unless `isConstraint` is `true`.
  func source(isConstraint: Bool) -> String {
    let parts = name.split(separator: ".").map { String($0).typeName }.joined(separator: ".")
    let path = if needsModule, let module { "\(module)::\(parts)" } else { parts }
    return isProtocol && !isConstraint ? "any \(path)" : path
  }
}
