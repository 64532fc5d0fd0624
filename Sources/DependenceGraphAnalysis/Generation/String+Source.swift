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
    // Few keywords are capitalized, and a fixed list is faster than the parser.
    guard first?.isUppercase == true else { return variableName }
    return ["Any", "Protocol", "Self", "Type"].contains(self) ? "`\(self)`" : self
  }

  /// This text as a part of an identifier. Each run of other characters becomes an underscore.
  var nameFragment: String {
    split { !$0.isLetter && !$0.isNumber && $0 != "_" }.joined(separator: "_")
  }
}

extension Unicode.Scalar {
  /// Whether this scalar is a control character or changes the order of displayed text.
  var isControlling: Bool {
    let hidden: Set<Unicode.GeneralCategory> = [
      .control, .format, .lineSeparator, .paragraphSeparator,
    ]
    return hidden.contains(properties.generalCategory)
  }
}
