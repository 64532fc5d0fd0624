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
    // `Any`, `Protocol`, `Self`, and `Type` are the only capitalized names that need backticks.
    // Comparing a name with these four is faster than calling the parser.
    guard first?.isUppercase == true else { return variableName }
    return ["Any", "Protocol", "Self", "Type"].contains(self) ? "`\(self)`" : self
  }

  /// The parts of this string that are valid in an identifier, joined by underscores. For example,
  /// `Box<Int>` becomes `Box_Int`.
  var nameFragment: String {
    split { !$0.isLetter && !$0.isNumber && $0 != "_" }.joined(separator: "_")
  }
}

extension Unicode.Scalar {
  /// Whether this scalar is a control character or another invisible character that affects how
  /// text is displayed, such as a mark that reverses the text direction.
  var isControlling: Bool {
    let hidden: Set<Unicode.GeneralCategory> = [
      .control, .format, .lineSeparator, .paragraphSeparator,
    ]
    return hidden.contains(properties.generalCategory)
  }
}
