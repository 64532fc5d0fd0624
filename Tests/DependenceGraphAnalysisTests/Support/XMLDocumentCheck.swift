import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

enum XMLDocumentCheck {
  /// Whether an XML parser accepts the text.
  static func isWellFormed(_ text: String) -> Bool {
    XMLParser(data: Data(text.utf8)).parse()
  }
}
