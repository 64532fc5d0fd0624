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
    // Few words of the language begin with a capital letter, and asking takes a parser.
    guard first?.isUppercase == true else { return variableName }
    return ["Any", "Protocol", "Self", "Type"].contains(self) ? "`\(self)`" : self
  }

  /// The letters and digits of this text, with what is between them as underscores.
  var nameFragment: String {
    split { !$0.isLetter && !$0.isNumber && $0 != "_" }.joined(separator: "_")
  }
}

extension Unicode.Scalar {
  /// Control characters, and those that change the order in which others are shown.
  var isControlling: Bool {
    let hidden: Set<Unicode.GeneralCategory> = [
      .control, .format, .lineSeparator, .paragraphSeparator,
    ]
    return hidden.contains(properties.generalCategory)
  }
}
