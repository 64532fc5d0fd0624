import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Turns a property with a value into one of `DependencyValues`, and writes its key.
enum DependencyEntryMacro {}

// MARK: - Accessors

extension DependencyEntryMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard case .success(let entry) = Entry.read(declaration, attribute: node, in: context) else {
      // The other role, which sees every declaration, says what is wrong; an accessor keeps the
      // compiler from adding that there is none.
      return ["get { fatalError() }"]
    }
    return [
      """
      get {
        self[\(raw: entry.key)]
      }
      """,
      """
      set {
        self[\(raw: entry.key)] = newValue
      }
      """,
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
    let entry: Entry
    switch Entry.read(declaration, attribute: node, in: context) {
    case .success(let read): entry = read
    case .failure(let flaw):
      context.diagnose(flaw)
      return []
    }
    guard let defaults = entry.defaults else { return [] }
    let witnesses = defaults.map { name, value in
      """
        nonisolated static var \(name): \(entry.type) {
          \(value)
        }
      """
    }
    return [
      """
      \(raw: entry.availability)fileprivate nonisolated enum \(raw: entry.keyName): \
      nonisolated Dependence.DependencyKey {
      \(raw: witnesses.joined(separator: "\n"))
      }
      """
    ]
  }
}
