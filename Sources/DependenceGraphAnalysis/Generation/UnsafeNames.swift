import SwiftParser
import SwiftSyntax

/// Names that generated code cannot contain, because they would be more than names there.
enum UnsafeNames {
  /// Whether `text` is one type, and nothing before or after it.
  static func isType(_ text: String) -> Bool {
    var parser = Parser(text)
    let type = TypeSyntax.parse(from: &parser)
    return !type.hasError && type.description == text
      && type.tokens(viewMode: .sourceAccurate).allSatisfy { token in
        (token.leadingTrivia + token.trailingTrivia).allSatisfy { piece in
          if case .spaces = piece { true } else { false }
        }
      }
  }

  /// Whether `text` can be the name of a property, perhaps in backticks.
  static func isLabel(_ text: String) -> Bool {
    let bare = text.hasPrefix("`") ? String(text.dropFirst().dropLast()) : text
    return "`\(bare)`".isValidSwiftIdentifier(for: .variableName)
  }
}

extension String {
  /// This name as that of a variable, in backticks if it is a word of the language.
  var variableName: String {
    isValidSwiftIdentifier(for: .variableName) || hasPrefix("`") ? self : "`\(self)`"
  }

  /// The letters and digits of this text, with what is between them as underscores.
  var nameFragment: String {
    split { !$0.isLetter && !$0.isNumber && $0 != "_" }.joined(separator: "_")
  }
}
