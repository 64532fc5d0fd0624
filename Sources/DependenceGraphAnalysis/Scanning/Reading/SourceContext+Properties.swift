import DependenceGraphKernel
import SwiftSyntax

extension SourceContext {
  func injectedProperties(of variable: VariableDeclSyntax) -> [InjectedProperty] {
    guard let attribute = injection(of: variable),
      let source = InjectedProperty.Source(rawValue: attribute.name)
    else { return [] }
    return variable.bindings.compactMap { binding in
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
        let annotation = binding.typeAnnotation ?? variable.bindings.last?.typeAnnotation
      else {
        report(
          "@\(attribute.name) wants a property with a name and a type; write them down",
          at: binding
        )
        return nil
      }
      var property = InjectedProperty(
        label: name.identifierText,
        type: TypeReference(annotation.type),
        source: source,
        place: place(of: name)
      )
      return readArguments(of: attribute, into: &property) ? property : nil
    }
  }

  /// False, if it cannot be told what the property stands for.
  private func readArguments(
    of attribute: AttributeSyntax,
    into property: inout InjectedProperty
  ) -> Bool {
    property.erasedToConcreteExistential =
      attribute.argument("erasedToConcreteExistential")?.literalBool ?? false
    property.onlyIfAvailable = attribute.argument("onlyIfAvailable")?.literalBool ?? false
    if let argument = attribute.argument("fulfilledByType") {
      property.fulfilledByType =
        argument.literalText.flatMap { TypeReference(parsing: $0) } ?? argument.metatypeBase
      if property.fulfilledByType == nil {
        report(
          """
          'fulfilledByType:' of '\(property.label)' is not the name of a type; write it as in \
          "DefaultService"
          """,
          at: argument
        )
      }
    }
    guard let name = attribute.argument("fulfilledByDependencyNamed") else { return true }
    let label = name.literalText.flatMap { $0.isIdentifier ? $0 : nil }
    let type = attribute.argument("ofType")?.metatypeBase
    if let label, let type {
      property.alias = .init(label: label, type: type)
      return true
    }
    report(
      """
      'fulfilledByDependencyNamed:ofType:' of '\(property.label)' wants the name of a property \
      and its type; write it as in '"service", ofType: Service.self'
      """,
      at: label == nil ? name : attribute.argument("ofType") ?? name
    )
    return false
  }

  func injection(of variable: VariableDeclSyntax) -> AttributeSyntax? {
    active(variable.attributes).first { InjectedProperty.Source(rawValue: $0.name) != nil }
  }
}

extension String {
  fileprivate var isIdentifier: Bool {
    !isEmpty && utf8.allSatisfy(\.isWord) && !utf8.first!.isDigit
      && unicodeScalars.allSatisfy {
        $0.isASCII || $0.properties.isXIDContinue || $0.properties.isEmoji
      }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
