import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacros

extension Client {
  /// Returns the source code of the extension that `@DependencyClient` adds to the client, or `nil`
  /// if the client needs no extension.
  ///
  /// Where possible, the generated initializers are in this extension, so that arguments of
  /// `@DependencyEntry` can create a client. The compiler checks those arguments before it expands
  /// `@DependencyClient`, when the struct has only its implicit memberwise initializer. An
  /// initializer in the struct's body would suppress the implicit one.
  func extensionCode(
    of type: String,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> String? {
    let initializers = isInitializedInExtension ? initializers(in: context) : []
    let possible =
      (canBeUnimplemented ? [("DependenceClients", "_DependencyClient")] : [])
      + [
        isWrappable
          ? ("DependenceClients", "_WrappableClient") : ("Dependence", "_NonisolatedByDefault")
      ]
    let conformances = possible.filter { _, name in
      canBeExtended && protocols.contains { $0.lastName == name }
    }
    guard !conformances.isEmpty || !initializers.isEmpty else { return nil }
    let list = conformances.map { "nonisolated \($0).\($1)" }.joined(separator: ", ")
    return """
      extension \(type)\(list.isEmpty ? "" : ": ")\(list) {
        \(initializers.joined(separator: "\n\n  "))
      }
      """
  }

  /// Whether the macro declares the generated initializers in an extension of the client rather
  /// than in the struct itself.
  ///
  /// An initializer without parameters must be in the struct, because the compiler would otherwise
  /// add another one there. If a nested client's closures use typed `throws`, its initializers must
  /// also be in the struct, because the error types may be visible only there.
  var isInitializedInExtension: Bool {
    canBeExtended && !parameters.isEmpty
      && (!isNested || parameters.allSatisfy { $0.signature?.thrownType == nil })
  }

  /// The source code of the type aliases and static properties that the macro adds to the client.
  ///
  /// An initializer in an extension of a nested client refers to these declarations instead of the
  /// original types and initial values, which may be visible only inside the enclosing type. The
  /// default arguments of a public initializer refer to the static properties, because the initial
  /// values may use internal declarations.
  var aliases: [String] {
    let access = parameterAccess.modifier
    return parameters.flatMap { property in
      (isAliased ? [property.typeAlias(access: access)] : [])
        + (hasDefaultAlias(property) ? [property.defaultAlias(access: access)] : [])
    }
  }

  private var isAliased: Bool { isNested && isInitializedInExtension }

  private func hasDefaultAlias(_ property: ClientProperty) -> Bool {
    property.hasDefaultArgument
      && (isAliased || (parameterAccess >= .public && property.initialValue?.isLiteral == false))
  }

  private var parameterAccess: AccessLevel {
    // The compiler gives an implicit memberwise initializer the access level of the struct's least
    // accessible property. A declared initializer needs an explicit access level, so compute the
    // same level here.
    parameters.reduce(isInPrivate ? .fileprivate : access) { min($0, $1.access) }
  }

  /// The argument that generated code passes to `Self(…)`, such as `fetch: nil`. If the client also
  /// declares `init()`, the argument makes the compiler choose the generated memberwise initializer
  /// instead. It changes nothing else, because `nil` is the parameter's default value.
  ///
  /// The string is empty if no parameter of the initializer belongs to a non-optional endpoint.
  var argumentOfMemberwiseInitializer: String {
    let endpoint = parameters.first { property in
      property.fallback == .leaveUnimplemented
        || property.fallback == .keepInitialValue && !property.hasDefaultArgument
    }
    return endpoint.map { "\($0.name.text.argumentLabel): nil" } ?? ""
  }

  private func initializers(in context: some MacroExpansionContext) -> [String] {
    let endpoints = parameters.filter { $0.fallback == .leaveUnimplemented }
    // If a call passes all endpoints, the compiler prefers the implicit memberwise initializer to
    // one with optional parameters. The implicit initializer is internal, so inlinable code, such
    // as a default argument, cannot call it. For such code, generate a more accessible initializer
    // with the same parameters.
    let needsComplete =
      access > .internal && !endpoints.isEmpty && endpoints.allSatisfy { $0.signature != nil }
    return (needsComplete ? [initializer(isComplete: true, in: context)] : [])
      + [initializer(in: context)]
  }

  /// Returns the source code of a memberwise initializer.
  ///
  /// - Parameter isComplete: Whether endpoints without an initial value are required parameters.
  func initializer(isComplete: Bool = false, in context: some MacroExpansionContext) -> String {
    let list = parameters.map { property in
      let parameter = property.parameter(
        isComplete: isComplete,
        hasTypeAlias: isAliased,
        hasDefaultAlias: hasDefaultAlias(property)
      )
      return "\n  \(parameter)"
    }.joined(separator: ",")
    let body = parameters.map { $0.assignment(isComplete: isComplete, of: path, in: context) }
      .joined(separator: "\n  ")
    return """
      \(parameterAccess.modifier)nonisolated init(\(list)\(list.isEmpty ? "" : "\n")) {
        \(body)
      }
      """
  }
}

extension ClientProperty {
  private var typeAlias: String { "_Type_\(plainName)".inBackticksIfNecessary }
  private var defaultAlias: String { "_default_\(plainName)".inBackticksIfNecessary }
  private var plainName: String { name.text.filter { $0 != "`" } }

  /// Whether the generated initializer uses the property's initial value as the default argument.
  ///
  /// For an endpoint that is not optional, the default argument is `nil` instead, so that the
  /// compiler doesn't have to infer the type of the same closure in two places.
  fileprivate var hasDefaultArgument: Bool {
    fallback == .keepInitialValue && (!isEndpoint || isOptional)
  }

  fileprivate func typeAlias(access: String) -> String {
    "\(access)typealias \(typeAlias) = \(type)"
  }

  fileprivate func defaultAlias(access: String) -> String {
    let value = initialValue?.body ?? "nil"
    return "\(access)nonisolated static var \(defaultAlias): \(type) { \(value) }"
  }

  fileprivate func parameter(
    isComplete: Bool,
    hasTypeAlias: Bool,
    hasDefaultAlias: Bool
  ) -> String {
    let type = hasTypeAlias ? typeAlias : "\(type)"
    let value = hasDefaultAlias ? "Self.\(defaultAlias)" : initialValue.map { "\($0)" } ?? "nil"
    return switch fallback {
    case nil: "\(name.text): \(type)"
    case .leaveUnimplemented where isComplete: "\(name.text): @escaping (\(type))"
    case .keepInitialValue where hasDefaultArgument: "\(name.text): \(type) = \(value)"
    case .keepInitialValue, .leaveUnimplemented: "\(name.text): (\(type))? = nil"
    case .setNil: "\(name.text): \(type) = nil"
    }
  }

  fileprivate func assignment(
    isComplete: Bool,
    of client: String,
    in context: some MacroExpansionContext
  ) -> String {
    switch fallback {
    case .keepInitialValue where !hasDefaultArgument:
      return "if let \(name.text) { self.\(name.text) = \(name.text) }"
    case .leaveUnimplemented where !isComplete:
      return """
        if let \(name.text) {
            self.\(name.text) = \(name.text)
          } else {
            let endpoint = \(endpoint(of: client, in: context))
            self.\(name.text) = \(signature?.unimplementedClosure ?? "endpoint.closure()")
            self._hasSentinels = true
          }
        """
    default:
      return "self.\(name.text) = \(name.text)"
    }
  }
}

extension String {
  /// This name as written in an argument label. Backticks around a keyword other than `inout`,
  /// `let` and `var` are removed, because the compiler would warn about them.
  fileprivate var argumentLabel: String {
    let name = filter { $0 != "`" }
    let isWord =
      name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && name.first?.isNumber == false
    return isWord && !["inout", "let", "var"].contains(name) ? name : self
  }

  /// This name as written in a declaration: in backticks if it is a keyword, such as `default`, or
  /// a raw identifier, which may contain spaces.
  var inBackticksIfNecessary: String {
    isValidSwiftIdentifier(for: .variableName) ? self : "`\(self)`"
  }
}
