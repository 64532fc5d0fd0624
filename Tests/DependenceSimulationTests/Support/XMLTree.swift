import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// An XML document, as read by a parser.
struct XMLTree {
  struct Malformed: Error {
    let reason: String
  }

  struct Element {
    let name: String
    let attributes: [String: String]
    var text = ""
    var children: [Element] = []

    subscript(attribute: String) -> String? { attributes[attribute] }

    func hasClass(_ name: String) -> Bool {
      attributes["class"]?.split(separator: " ").contains { $0 == name } ?? false
    }

    func hasChild(_ name: String) -> Bool { children.contains { $0.name == name } }
  }

  let root: Element

  init(_ text: String) throws {
    let reader = Reader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    guard parser.parse(), let root = reader.open.first?.children.first else {
      throw Malformed(reason: "\(String(describing: parser.parserError)), \(parser.lineNumber)")
    }
    self.root = root
  }

  /// Returns the elements with the given name at any depth, in document order.
  func all(_ name: String, where isWanted: (Element) -> Bool = { _ in true }) -> [Element] {
    var found: [Element] = []
    var stack = [root]
    while let element = stack.popLast() {
      if element.name == name, isWanted(element) { found.append(element) }
      stack += element.children.reversed()
    }
    return found
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var open = [Element(name: "", attributes: [:])]

    func parser(
      _ parser: XMLParser,
      didStartElement name: String,
      namespaceURI: String?,
      qualifiedName: String?,
      attributes: [String: String]
    ) {
      open.append(Element(name: name, attributes: attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      open[open.count - 1].text += text
    }

    func parser(
      _ parser: XMLParser,
      didEndElement name: String,
      namespaceURI: String?,
      qualifiedName: String?
    ) {
      let element = open.removeLast()
      open[open.count - 1].children.append(element)
    }
  }
}
