import SwiftSyntax

extension InjectedProperty.Source {
  /// The source that a macro of this name marks.
  init?(attribute: String) {
    switch attribute {
    case "Instantiated": self = .instantiated
    case "Forwarded": self = .forwarded
    case "Received": self = .received
    default: return nil
    }
  }
}

extension SourceContext {
  /// The marked properties that a declaration declares.
  func injectedProperties(
    of variable: VariableDeclSyntax,
    _ problems: inout [FileSummary.Problem]
  ) -> [InjectedProperty] {
    let attributes = active(variable.attributes)
    guard
      let attribute = attributes.first(where: {
        InjectedProperty.Source(attribute: $0.name) != nil
      }),
      let source = InjectedProperty.Source(attribute: attribute.name)
    else { return [] }
    return variable.bindings.compactMap { binding in
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
        let annotation = binding.typeAnnotation ?? variable.bindings.last?.typeAnnotation
      else {
        problems.append(
          misuse(
            "@\(attribute.name) wants a property with a name and a type; write them down",
            at: binding
          )
        )
        return nil
      }
      let type = TypeReference(annotation.type)
      var property = InjectedProperty(
        label: name.identifierText,
        type: type,
        source: source,
        instantiator: .init(typeName: type.name),
        place: place(of: name)
      )
      return readArguments(of: attribute, into: &property, &problems) ? property : nil
    }
  }

  /// False, if it cannot be told what the property stands for: whatever was made of it would be
  /// wrong.
  private func readArguments(
    of attribute: AttributeSyntax,
    into property: inout InjectedProperty,
    _ problems: inout [FileSummary.Problem]
  ) -> Bool {
    property.erasedToConcreteExistential =
      attribute.argument("erasedToConcreteExistential")?.literalBool ?? false
    property.onlyIfAvailable = attribute.argument("onlyIfAvailable")?.literalBool ?? false
    if let argument = attribute.argument("fulfilledByType") {
      property.fulfilledByType =
        argument.literalText.flatMap { TypeReference(parsing: $0) } ?? argument.metatypeBase
      if property.fulfilledByType == nil {
        problems.append(
          misuse(
            """
            'fulfilledByType:' of '\(property.label)' is not the name of a type; write it as in \
            "DefaultService"
            """,
            at: argument
          )
        )
      }
    }
    guard let name = attribute.argument("fulfilledByDependencyNamed") else { return true }
    let label = name.literalText.flatMap { $0.isIdentifier ? $0 : nil }
    let type = attribute.argument("ofType")?.metatypeBase
    if let label, let type {
      property.alias = .init(label: label, type: type)
      return true
    } else {
      problems.append(
        misuse(
          """
          'fulfilledByDependencyNamed:ofType:' of '\(property.label)' wants the name of a property \
          and its type; write it as in '"service", ofType: Service.self'
          """,
          at: label == nil ? name : attribute.argument("ofType") ?? name
        )
      )
      return false
    }
  }

  private func misuse(_ message: String, at node: some SyntaxProtocol) -> FileSummary.Problem {
    FileSummary.Problem(kind: .misuse, message: message, place: place(of: node))
  }
}

extension String {
  /// Whether this can name a property.
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
