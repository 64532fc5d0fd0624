import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

enum XMLDocumentCheck {
  /// True if a parser reads the whole text.
  static func isWellFormed(_ text: String) -> Bool {
    XMLParser(data: Data(text.utf8)).parse()
  }
}
