import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension MacroExpansionContext {
  func diagnoseInjection(of declaration: DeclSyntax, by attribute: AttributeSyntax) {
    let mark = "@\(attribute.lastName ?? "")"
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      error("\(mark) marks a stored property of an @Instantiable type", at: attribute)
      return
    }
    // Of two marks the second says so; the first is as good as any.
    if let first = variable.attributes.injections.first, first.kind.rawValue != attribute.lastName {
      error(
        "a value comes from one place: the property is @\(first.kind.rawValue) already",
        at: attribute,
        fixIt: "remove '\(mark)'",
        [.removing(attribute)]
      )
      return
    }
    if let word = variable.modifiers.first(where: \.isOfType) {
      error("\(mark) marks a property of each instance, not of the type", removing: word)
      return
    }
    guard variable.bindings.count == 1, let binding = variable.bindings.first,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    else {
      error(
        "an injected property has a name of its own; declare each one by itself",
        at: variable.bindings
      )
      return
    }
    diagnosePlace(of: attribute, mark: mark)
    diagnoseStorage(of: variable, binding, name: name)
    guard let type = binding.typeAnnotation?.type else {
      guard binding.initializer == nil else { return }
      error(
        "'\(name)' is found by its type, which has to be written down",
        at: binding.pattern,
        fixIt: "add a type",
        [.addingType(to: binding)]
      )
      return
    }
    diagnoseArguments(of: attribute, name: name, type: type)
  }

  private func diagnosePlace(of attribute: AttributeSyntax, mark: String) {
    let owner = lexicalContext.first
    if owner?.is(ExtensionDeclSyntax.self) == true {
      error(
        "an extension stores nothing; what it receives are the parameters of 'instantiate'",
        at: attribute
      )
      return
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
      error(
        "'\(name)' is given its value from outside and has none here",
        at: initializer,
        fixIt: "remove the value",
        [.removing(initializer)]
      )
      return
    }
    if let accessors = binding.accessorBlock, !variable.isStored {
      error(
        "'\(name)' is given its value from outside and stores it",
        at: accessors,
        fixIt: "remove the accessors",
        [.removing(accessors)]
      )
      return
    }
    let keyword = variable.bindingSpecifier
    // A property wrapper and a weak reference cannot be constants.
    let mustVary =
      variable.attributes.count > variable.attributes.injections.count
      || variable.modifiers.contains { ["weak", "unowned"].contains($0.name.text) }
    if keyword.tokenKind == .keyword(.var), !mustVary {
      let accessors = binding.accessorBlock.map { [FixIt.Change.removing($0)] } ?? []
      error(
        "'\(name)' is what the graph says it is; it cannot vary",
        at: keyword,
        fixIt: "replace 'var' with 'let'",
        [.replacing(keyword, with: TokenSyntax.keyword(.let))]
          + Array(variable.modifiers).filter { $0.detail != nil }.map { .removing(word: $0) }
          + accessors
      )
    }
  }
}
