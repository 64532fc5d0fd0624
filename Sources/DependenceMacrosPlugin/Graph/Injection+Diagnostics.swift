import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension MacroExpansionContext {
  func diagnoseInjection(of declaration: DeclSyntax, by attribute: AttributeSyntax) {
    let mark = "@\(attribute.lastName ?? "")"
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      return error(
        "\(mark) can only be applied to a stored property of an @Instantiable type",
        at: attribute
      )
    }
    // This macro runs once for each injection attribute (`@Instantiated`, `@Received` or
    // `@Forwarded`). If a property has two of them, report the error only at the second one.
    if let first = variable.attributes.injections.first, first.kind.rawValue != attribute.lastName {
      return error(
        "a property can have only one injection attribute, and this property is already marked @\(first.kind.rawValue)",
        at: attribute,
        fixIt: ["remove '\(mark)'": [.removing(attribute)]]
      )
    }
    if let modifier = variable.modifiers.first(where: \.isOfType) {
      return error("\(mark) can only be applied to an instance property", removing: modifier)
    }
    guard variable.bindings.count == 1, let binding = variable.bindings.first,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    else {
      return error(
        "an injected property needs its own declaration with a single name; declare each property separately",
        at: variable.bindings
      )
    }
    diagnoseLocation(of: attribute, mark: mark)
    diagnoseStorage(of: variable, binding, name: name)
    guard let type = binding.typeAnnotation?.type else {
      guard binding.initializer == nil else { return }
      return error(
        "'\(name)' needs an explicit type, because injected values are matched by type",
        at: binding.pattern,
        fixIt: ["add a type": [.addingType(to: binding)]]
      )
    }
    diagnoseArguments(of: attribute, name: name, type: type)
  }

  private func diagnoseLocation(of attribute: AttributeSyntax, mark: String) {
    let owner = lexicalContext.first
    if owner?.is(ExtensionDeclSyntax.self) == true {
      return error(
        "an extension cannot store properties; declare its dependencies as parameters of 'static func instantiate'",
        at: attribute
      )
    }
    let attributes = owner?.asProtocol((any WithAttributesSyntax).self)?.attributes
    if attributes?.contains("Instantiable") == true { return }
    error(
      "\(mark) only has an effect in an @Instantiable type; mark the enclosing type @Instantiable",
      at: attribute
    )
  }

  private func diagnoseStorage(
    of variable: VariableDeclSyntax,
    _ binding: PatternBindingSyntax,
    name: String
  ) {
    if let initializer = binding.initializer {
      return error(
        "'\(name)' is injected, so it cannot have an initial value",
        at: initializer,
        fixIt: ["remove the value": [.removing(initializer)]]
      )
    }
    if let accessors = binding.accessorBlock, !variable.isStored {
      return error(
        "'\(name)' is injected, so it must be a stored property without accessors",
        at: accessors,
        fixIt: ["remove the accessors": [.removing(accessors)]]
      )
    }
    let keyword = variable.bindingSpecifier
    // An injected property must be a `let`, with two exceptions. A weak or unowned reference may be
    // a `var`. So may a property with another attribute besides the injection attribute, because
    // the other attribute may be a property wrapper, which requires `var`.
    let mustVary =
      variable.attributes.count > variable.attributes.injections.count
      || variable.modifiers.contains { ["weak", "unowned"].contains($0.name.text) }
    if keyword.tokenKind == .keyword(.var), !mustVary {
      // Convert the list of modifiers to an array before filtering it, so that the result contains
      // the original nodes. Filtering the syntax list itself would create new nodes, which a fix-it
      // cannot replace.
      let setters = Array(variable.modifiers).filter { $0.detail != nil }
      let changes: [FixIt.Change] =
        [.replacing(keyword, with: "let")]
        + setters.map { .removing(token: $0) }
        + [binding.accessorBlock].compactMap(\.self).map { .removing($0) }
      error(
        "'\(name)' is injected, so it must be a constant",
        at: keyword,
        fixIt: ["replace 'var' with 'let'": changes]
      )
    }
  }
}

// MARK: - Arguments

extension MacroExpansionContext {
  /// Reports arguments of `@Instantiated` or `@Received` that are invalid for a property with the
  /// given name and type.
  func diagnoseArguments(of attribute: AttributeSyntax, name: String, type: TypeSyntax) {
    diagnoseBooleans(of: attribute, ["erasedToConcreteExistential", "onlyIfAvailable"])
    switch attribute.lastName {
    case Injection.instantiated.rawValue: diagnoseInstantiated(attribute, name: name, type: type)
    case Injection.received.rawValue: diagnoseReceived(attribute, name: name, type: type)
    default: break
    }
  }

  func diagnoseBooleans(of attribute: AttributeSyntax, _ labels: [String]) {
    for argument in labels.compactMap(attribute.argument) where argument.booleanLiteral == nil {
      diagnoseUnreadable(argument, "write 'true' or 'false'")
    }
  }

  /// Reports an error at an argument whose value the macro cannot read because it is neither a
  /// literal nor a type expression such as `Service.self`. The error message ends with `advice`.
  func diagnoseUnreadable(_ argument: LabeledExprSyntax, _ advice: String) {
    let name = argument.label?.text ?? ""
    error(
      "the value of '\(name):' must be known at compile time; \(advice)",
      at: argument.expression
    )
  }

  private func diagnoseInstantiated(_ attribute: AttributeSyntax, name: String, type: TypeSyntax) {
    let kind = type.lastName ?? ""
    let isErased = ["ErasedInstantiator", "SendableErasedInstantiator"].contains(kind)
    guard let argument = attribute.argument("fulfilledByType") else {
      guard isErased else { return }
      var marked = attribute.trimmed
      marked.leftParen = .leftParenToken()
      marked.arguments = .argumentList([
        LabeledExprSyntax(label: "fulfilledByType", expression: "\"<#Type#>\"" as ExprSyntax)
      ])
      marked.rightParen = .rightParenToken()
      return error(
        "'\(kind)' does not specify which type '\(name)' creates; specify it with 'fulfilledByType:'",
        at: attribute,
        fixIt: ["add 'fulfilledByType:'": [.replacing(attribute, with: marked)]]
      )
    }
    guard let fulfilling = string(of: argument) else { return }
    guard fulfilling.isNameOfType else {
      return error("'\(fulfilling.oneLine)' is not the name of a type", at: argument.expression)
    }
    if ["Instantiator", "SendableInstantiator"].contains(kind) {
      let erased = kind.replacing("Instantiator", with: "ErasedInstantiator")
      error(
        """
        '\(kind)' already specifies the type that it creates; remove 'fulfilledByType:', or \
        change the property's type to '\(erased)<Forwarded, Erased>'
        """,
        at: argument.label ?? attribute.attributeName.firstToken(viewMode: .sourceAccurate) ?? "",
        fixIt: [
          "remove 'fulfilledByType:'": [.replacing(attribute, with: attribute.withoutArguments)]
        ]
      )
    }
  }

  /// Returns a string argument's value, or reports an error and returns `nil` if the argument is
  /// not a string literal.
  private func string(of argument: LabeledExprSyntax) -> String? {
    if argument.stringLiteral == nil { diagnoseUnreadable(argument, "write a string literal") }
    return argument.stringLiteral
  }

  private func diagnoseReceived(_ attribute: AttributeSyntax, name: String, type: TypeSyntax) {
    if let argument = attribute.argument("onlyIfAvailable"), argument.booleanLiteral == true,
      !type.isOptional
    {
      let isCompound =
        type.is(SomeOrAnyTypeSyntax.self) || type.is(FunctionTypeSyntax.self)
        || type.is(AttributedTypeSyntax.self) || type.is(CompositionTypeSyntax.self)
      let optional = isCompound ? "(\(type.trimmed))?" : "\(type.trimmed)?"
      error(
        "'\(name)' may be unavailable, so its type must be optional",
        at: type,
        fixIt: ["make it '\(optional)'": [.replacing(type, with: optional)]]
      )
    }
    guard let named = attribute.argument("fulfilledByDependencyNamed") else { return }
    let ofType = attribute.argument("ofType")
    let base = ofType?.expression.metatypeBase
    if let above = string(of: named) {
      if !above.isName {
        error("'\(above.oneLine)' is not the name of a property", at: named.expression)
      } else if above == name, let base, base.typeSpelling == type.typeSpelling {
        error(
          "'\(name)' cannot be fulfilled by itself; specify a property of a type further up in the graph",
          at: attribute,
          fixIt: ["remove the arguments": [.replacing(attribute, with: attribute.withoutArguments)]]
        )
      }
    }
    if let ofType, base == nil {
      diagnoseUnreadable(ofType, "write the type, as in 'Service.self'")
    }
  }
}

extension String {
  /// Whether this string is an identifier without backticks.
  fileprivate var isName: Bool {
    first?.isNumber == false && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// Whether this string looks like a type name, such as `Feature.Box<Int>`. The check is
  /// approximate because running a parser would slow down the macro. The code generator parses the
  /// name later.
  fileprivate var isNameOfType: Bool {
    guard first?.isLetter == true || first == "_", last != "." else { return false }
    return allSatisfy { $0.isLetter || $0.isNumber || "_.<>, []?:()".contains($0) }
  }

  fileprivate var oneLine: String { replacing("\n", with: " ") }
}

extension SyntaxProtocol {
  /// This type's source text without parentheses or a leading `any`, so that different spellings of
  /// the same type compare equal.
  var typeSpelling: String {
    let words = trimmedDescription.filter { !"()".contains($0) }
    return words.hasPrefix("any ") ? String(words.dropFirst(4)) : words
  }
}
