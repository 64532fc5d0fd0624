import DependenceGraphKernel
import SwiftSyntax

extension SourceContext {
  func injectedProperties(of variable: VariableDeclSyntax) -> [InjectedProperty] {
    guard let attribute = injection(of: variable),
      let source = InjectedProperty.Source(rawValue: attribute.name)
    else { return [] }
    return variable.bindings.compactMap { binding in
      guard let name = binding.name,
        let annotation = binding.typeAnnotation ?? variable.bindings.last?.typeAnnotation
      else {
        let message =
          "@\(attribute.name) requires a property with a single name and an explicit type; add the type"
        report(message, at: binding)
        return nil
      }
      var property = InjectedProperty(
        label: name.identifierText,
        type: TypeReference(annotation.type),
        source: source,
        location: location(of: name)
      )
      return read(attribute, into: &property) ? property : nil
    }
  }

  /// Reads the arguments of an attribute such as `@Received` into `property`. Returns `false` if
  /// the arguments `fulfilledByDependencyNamed:ofType:` are present but invalid, in which case
  /// `property` must be ignored.
  private func read(_ attribute: AttributeSyntax, into property: inout InjectedProperty) -> Bool {
    property.erasedToConcreteExistential = attribute.isSet("erasedToConcreteExistential")
    property.onlyIfAvailable = attribute.isSet("onlyIfAvailable")
    if let argument = attribute.argument("fulfilledByType") {
      property.fulfilledByType =
        argument.literalText.flatMap { TypeReference(parsing: $0) } ?? argument.metatypeBase
      if property.fulfilledByType == nil {
        let message = """
          'fulfilledByType:' of '\(property.label)' is not the name of a type; write it as in \
          "DefaultService"
          """
        report(message, at: argument)
      }
    }
    guard let name = attribute.argument("fulfilledByDependencyNamed") else { return true }
    let label = name.literalText.flatMap { $0.isIdentifier ? $0 : nil }
    let type = attribute.argument("ofType")?.metatypeBase
    if let label, let type {
      property.alias = .init(label: label, type: type)
      return true
    }
    let message = """
      'fulfilledByDependencyNamed:ofType:' of '\(property.label)' wants the name of a property \
      and its type; write it as in '"service", ofType: Service.self'
      """
    report(message, at: label == nil ? name : attribute.argument("ofType") ?? name)
    return false
  }

  func injection(of variable: VariableDeclSyntax) -> AttributeSyntax? {
    active(variable.attributes).first { InjectedProperty.Source(rawValue: $0.name) != nil }
  }
}

extension String {
  fileprivate var isIdentifier: Bool {
    !isEmpty && utf8.allSatisfy(\.isIdentifierByte) && !(48...57).contains(utf8.first!)
      && unicodeScalars.allSatisfy {
        $0.isASCII || $0.properties.isXIDContinue || $0.properties.isEmoji
      }
  }
}
