import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Implements `@DependencyEntry`, which generates the accessors of a property of
/// `DependencyValues`. If the property has an initial value, the macro also generates a dependency
/// key with that value. Otherwise, it generates an alias for a key that the user declares.
enum DependencyEntryMacro {
  static var formatMode: FormatMode { .disabled }
}

// MARK: - Accessors

extension DependencyEntryMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let entry = try? Entry(declaration, attribute: node, in: context) else {
      // The declaration is invalid, and the expansion that generates the key reports the error.
      // Generate an accessor anyway, so that the compiler doesn't report a missing one as a second
      // error.
      return [AccessorDeclSyntax(verbatim: "get { fatalError() }")]
    }
    let note = entry.note ?? ""
    if entry.lifetime != nil {
      return [(note + "get", ""), ("set", " = newValue")].map { head, value in
        AccessorDeclSyntax(verbatim: "\(head) { self[_instanceOf: \(entry.key)]\(value) }")
      }
    }
    return [
      // The subscript `_entry` tells the `@Dependency` property wrapper which key the getter reads,
      // so that later reads can use the key directly instead of calling the getter.
      AccessorDeclSyntax(
        verbatim:
          "\(note)get { self[_entry: \(entry.keyName).self, property: \\.\(entry.identifier)] }"
      ),
      AccessorDeclSyntax(verbatim: "set { self[\(entry.key)] = newValue }"),
    ]
  }
}

// MARK: - The key

extension DependencyEntryMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let entry = try Entry(declaration, attribute: node, in: context)
    guard let defaults = entry.defaults else {
      // The property has no initial value, so it uses a key that the user declares. Only the
      // private alias generated here mentions that key. If the key doesn't exist, the compiler
      // therefore reports just one error, at the alias, and also prints the comment above the
      // alias, which explains the error. The alias is private because the key may be private, too.
      return [
        DeclSyntax(
          verbatim: """
            // '\(entry.name)' has no initial value, so it uses the key '\(entry.declaredKey)'. \
            Declare this key, or give '\(entry.name)' an initial value.
            \(entry.availability)private typealias \(entry.keyName) = \(entry.declaredKey)
            """
        )
      ]
    }
    let factory = "Dependence.DependencyFactory<\(entry.type)>"
    let witnesses = defaults.map { name, value in
      let body = value.body
      let made = entry.lifetime.map { "\(factory)(lifetime: \($0)) { \(body) }" } ?? body
      return """
          nonisolated static var \(name): \(entry.lifetime == nil ? "\(entry.type)" : factory) {
            \(made)
          }
        """
    }
    return [
      DeclSyntax(
        verbatim: """
          \(entry.availability)\(entry.keyAccess)nonisolated enum \(entry.keyName): \
          nonisolated Dependence.DependencyKey {
          \(entry.note.map { "  \($0)" } ?? "")\(witnesses.joined(separator: "\n"))
          }
          """
      )
    ]
  }
}

// MARK: - The property

/// A property of `DependencyValues` that is marked `@DependencyEntry`.
struct Entry {
  let name: String
  /// The name as written in the source code, including backticks if there are any.
  let identifier: String
  let type: TypeSyntax
  let availability: String
  /// The access modifier that makes the generated dependency key visible only in its file. It's
  /// empty in a private extension, where the compiler would warn about a redundant modifier.
  let keyAccess: String
  /// The generated dependency key's live, preview and test values, each with the name of the key
  /// property that returns it, or `nil` if the user declares the key.
  let defaults: [(name: String, value: ExprSyntax)]?
  /// A comment for the generated code, or `nil` if the property's type is clear from the source
  /// code. If the macro derives the wrong type, the compiler reports an error in the generated code
  /// and prints the code around it, including this comment, which explains the cause.
  let note: String?
  /// The lifetime specified by the attribute, or `nil` if the attribute specifies none.
  let lifetime: ExprSyntax?
  /// The name of the key that the user must declare if the property has no initial value: the
  /// property's type name with the suffix `Key`, such as `SearchClientKey`.
  let declaredKey: String

  /// The name of the generated key, or of the generated alias for the user-declared key.
  var keyName: String { "__Key_\(name)".inBackticksIfNecessary }

  /// The argument that the generated accessors pass to a `DependencyValues` subscript, such as
  /// `test: __Key_searchClient.self`.
  var key: String { defaults == nil ? "test: \(keyName).self" : "\(keyName).self" }

  /// Creates an entry from the declaration that the macro is attached to.
  ///
  /// - Throws: A `DiagnosticsError` if the declaration is invalid.
  init(
    _ declaration: some DeclSyntaxProtocol,
    attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) throws {
    func misuse(_ message: String, at node: some SyntaxProtocol, fixIt: FixIts = [:]) -> any Error {
      DiagnosticsError(diagnostics: [Diagnostic(message, at: node, fixIt: fixIt)])
    }
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      throw misuse(
        "@DependencyEntry can only be applied to a 'var' in an extension of DependencyValues",
        at: declaration.firstToken(viewMode: .sourceAccurate) ?? .endOfFileToken()
      )
    }
    let keyword = variable.bindingSpecifier
    guard keyword.tokenKind == .keyword(.var) else {
      throw misuse(
        "the property of a dependency must be a 'var', because the dependency can be overridden",
        at: keyword,
        fixIt: ["replace 'let' with 'var'": [.replacing(keyword, with: "var")]]
      )
    }
    if let modifier = variable.modifiers.first(where: \.isOfType) {
      throw misuse(
        "an entry must be an instance property of DependencyValues, not a type property",
        at: modifier,
        fixIt: ["remove '\(modifier.name.text)'": [.removing(token: modifier)]]
      )
    }
    guard variable.bindings.count == 1, let binding = variable.bindings.first else {
      throw misuse(
        "an entry cannot share its declaration with other properties; declare each entry separately",
        at: variable.bindings
      )
    }
    guard let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
      throw misuse(
        "an entry cannot be declared with a tuple pattern; declare each entry separately",
        at: binding.pattern
      )
    }
    if let accessors = binding.accessorBlock {
      throw misuse(
        """
        @DependencyEntry generates the accessors of '\(binding.pattern.trimmed)'; remove them, \
        and specify the live value as '= …'
        """,
        at: accessors,
        fixIt: ["remove the accessors": [.removing(accessors)]]
      )
    }
    guard context.lexicalContext.first?.extendsDependencyValues == true else {
      throw misuse(
        "@DependencyEntry can only be used in an extension of DependencyValues; move the property there",
        at: attribute
      )
    }
    let liveValue = binding.initializer?.value
    guard let type = binding.typeAnnotation?.type ?? liveValue?.likelyType else {
      throw misuse(
        "the type of '\(binding.pattern.trimmed)' cannot be inferred from its initial value; add a type",
        at: binding.pattern,
        fixIt: ["add a type": [.addingType(to: binding)]]
      )
    }
    let arguments = attribute.arguments?.as(LabeledExprListSyntax.self) ?? []
    if liveValue == nil, let argument = arguments.first {
      throw misuse(
        """
        '\(argument.label?.text ?? "a value"):' requires a live value; add '= …', or specify the \
        value in the dependency key instead
        """,
        at: argument,
        fixIt: ["remove the arguments": [.replacing(attribute, with: attribute.withoutArguments)]]
      )
    }
    guard liveValue != nil || type.keyBase != nil else {
      throw misuse(
        """
        no key name can be derived from the type '\(type.trimmed)'; give '\(identifier.text)' an \
        initial value, or write its accessors yourself
        """,
        at: type
      )
    }
    self.identifier = identifier.text
    name = identifier.text.filter { $0 != "`" }
    // Treat an implicitly unwrapped type `T!` like `T?`, because `T!` is not allowed as a generic
    // argument in the generated code.
    self.type =
      type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self).map { "\($0.wrappedType.trimmed)?" }
      ?? type.trimmed
    let isCertain = binding.typeAnnotation != nil || liveValue?.isLiteral != false
    note =
      isCertain
      ? nil
      : """
      // The macro derived the type of '\(name)' from its initial value. If this type is \
      wrong, declare the type: 'var \(identifier.text): …'.

      """
    availability = variable.attributes.availability
    let extended = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)
    let isInPrivate = extended.map { AccessLevel(of: $0.modifiers) < .internal } ?? false
    keyAccess = isInPrivate ? "" : "fileprivate "
    declaredKey = "\(type.keyBase ?? "")Key"
    lifetime = arguments.first { $0.label?.text == "lifetime" }?.expression.trimmed
    defaults = liveValue.map { liveValue in
      [("liveValue", liveValue.trimmed)]
        + arguments.filter { $0.label?.text != "lifetime" }.compactMap { argument in
          argument.label.map { ("\($0.text)Value", argument.expression.trimmed) }
        }
    }
  }
}

extension Syntax {
  fileprivate var extendsDependencyValues: Bool {
    let type = self.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
    return type == "DependencyValues" || type == "Dependence.DependencyValues"
  }
}

extension TypeSyntax {
  /// This type's name, or `nil` if it has no name or has generic arguments. The name of a
  /// user-declared dependency key is this name followed by `Key`.
  fileprivate var keyBase: String? {
    if let name = self.as(IdentifierTypeSyntax.self), name.genericArgumentClause == nil {
      return name.trimmedDescription
    }
    if let member = self.as(MemberTypeSyntax.self), member.genericArgumentClause == nil {
      return member.trimmedDescription
    }
    return self.as(SomeOrAnyTypeSyntax.self)?.constraint.keyBase
  }
}
