import SwiftParser

extension String {
  var sourceLiteral: String {
    var literal = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case "\n": literal += "\\n"
      case _ where scalar.isControlling: literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }

  var variableName: String {
    isValidSwiftIdentifier(for: .variableName) || hasPrefix("`") ? self : "`\(self)`"
  }

  var argumentName: String {
    let isPlain = isValidSwiftIdentifier(for: .memberAccess) || self == "init"
    return isPlain || hasPrefix("`") ? self : "`\(self)`"
  }

  var typeName: String {
    // Compare with a list of the capitalized keywords, because calling the parser would be slower.
    guard first?.isUppercase == true else { return variableName }
    return ["Any", "Protocol", "Self", "Type"].contains(self) ? "`\(self)`" : self
  }

  /// This text as part of an identifier, with an underscore for each run of other characters.
  var nameFragment: String {
    split { !$0.isLetter && !$0.isNumber && $0 != "_" }.joined(separator: "_")
  }
}

extension Unicode.Scalar {
  /// Whether this scalar is a control character, or changes the order in which text is displayed.
  var isControlling: Bool {
    let hidden: Set<Unicode.GeneralCategory> = [
      .control, .format, .lineSeparator, .paragraphSeparator,
    ]
    return hidden.contains(properties.generalCategory)
  }
}
