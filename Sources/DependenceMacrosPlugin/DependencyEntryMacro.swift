import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Turns a property with a value into one of `DependencyValues`, and writes its key.
enum DependencyEntryMacro {
  static var formatMode: FormatMode { .disabled }
}

// MARK: - Accessors

extension DependencyEntryMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let entry = try? Entry(declaration, attribute: node, in: context) else {
      // The other role, which sees every declaration, says what is wrong; an accessor keeps the
      // compiler from adding that there is none.
      return [AccessorDeclSyntax(verbatim: "get { fatalError() }")]
    }
    return [
      // Says that it is this key and nothing else, so that wrappers read the key from then on.
      AccessorDeclSyntax(
        verbatim: "get { self[_entry: \(entry.keyName).self, property: \\.\(entry.identifier)] }"
      ),
      AccessorDeclSyntax(verbatim: "set { self[\(entry.key)] = newValue }"),
    ]
  }
}

// MARK: - The key

extension DependencyEntryMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let entry = try Entry(declaration, attribute: node, in: context)
    guard let defaults = entry.defaults else { return [] }
    let witnesses = defaults.map { name, value in
      """
        nonisolated static var \(name): \(entry.type) {
          \(value)
        }
      """
    }
    return [
      DeclSyntax(
        verbatim: """
          \(entry.availability)fileprivate nonisolated enum \(entry.keyName): \
          nonisolated Dependence.DependencyKey {
          \(witnesses.joined(separator: "\n"))
          }
          """
      )
    ]
  }
}
