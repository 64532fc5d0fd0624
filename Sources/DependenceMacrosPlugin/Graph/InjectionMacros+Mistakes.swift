import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension MacroExpansionContext {
  func diagnoseInjection(of declaration: DeclSyntax, by attribute: AttributeSyntax) {
    let mark = "@\(attribute.lastName ?? "")"
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      return error("\(mark) marks a stored property of an @Instantiable type", at: attribute)
    }
    // Of two marks the second says so; the first is as good as any.
    if let first = variable.attributes.injections.first, first.kind.rawValue != attribute.lastName {
      return error(
        "a value comes from one place: the property is @\(first.kind.rawValue) already",
        at: attribute,
        fixIt: ["remove '\(mark)'": [.removing(attribute)]]
      )
    }
    if let word = variable.modifiers.first(where: \.isOfType) {
      return error("\(mark) marks a property of each instance, not of the type", removing: word)
    }
    guard variable.bindings.count == 1, let binding = variable.bindings.first,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    else {
      return error(
        "an injected property has a name of its own; declare each one by itself",
        at: variable.bindings
      )
    }
    diagnosePlace(of: attribute, mark: mark)
    diagnoseStorage(of: variable, binding, name: name)
    guard let type = binding.typeAnnotation?.type else {
      guard binding.initializer == nil else { return }
      return error(
        "'\(name)' is found by its type, which has to be written down",
        at: binding.pattern,
        fixIt: ["add a type": [.addingType(to: binding)]]
      )
    }
    diagnoseArguments(of: attribute, name: name, type: type)
  }

  private func diagnosePlace(of attribute: AttributeSyntax, mark: String) {
    let owner = lexicalContext.first
    if owner?.is(ExtensionDeclSyntax.self) == true {
      return error(
        "an extension stores nothing; what it receives are the parameters of 'instantiate'",
        at: attribute
      )
    }
    let attributes = owner?.asProtocol((any WithAttributesSyntax).self)?.attributes
    if attributes?.contains("Instantiable") == true { return }
    error(
      "\(mark) means something only in a type that is @Instantiable; mark the type too",
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
        "'\(name)' is given its value from outside and has none here",
        at: initializer,
        fixIt: ["remove the value": [.removing(initializer)]]
      )
    }
    if let accessors = binding.accessorBlock, !variable.isStored {
      return error(
        "'\(name)' is given its value from outside and stores it",
        at: accessors,
        fixIt: ["remove the accessors": [.removing(accessors)]]
      )
    }
    let keyword = variable.bindingSpecifier
    // A property wrapper and a weak reference cannot be constants.
    let mustVary =
      variable.attributes.count > variable.attributes.injections.count
      || variable.modifiers.contains { ["weak", "unowned"].contains($0.name.text) }
    if keyword.tokenKind == .keyword(.var), !mustVary {
      // Of an array: a syntax list that is filtered has other nodes.
      let setters = Array(variable.modifiers).filter { $0.detail != nil }
      let changes: [FixIt.Change] =
        [.replacing(keyword, with: TokenSyntax.keyword(.let))]
        + setters.map { .removing(word: $0) }
        + [binding.accessorBlock].compactMap(\.self).map { .removing($0) }
      error(
        "'\(name)' is what the graph says it is; it cannot vary",
        at: keyword,
        fixIt: ["replace 'var' with 'let'": changes]
      )
    }
  }
}
