import SwiftSyntax

extension Migrator {
  /// Rewrites the imports of the old library (the one to migrate from), and returns the modules
  /// that replace the imported ones.
  func rewriteImports() -> Set<String> {
    let imports = source.tree.imports
    var present = Set(imports.filter { !$0.isConditional }.map(\.module))
    var added: Set<String> = []
    for (node, module, isConditional) in imports {
      guard let name = node.path.first?.name, let wanted = replacement(of: module) else { continue }
      added.formUnion(wanted)
      var new = isConditional ? wanted : wanted.filter { !present.contains($0) }
      if !isConditional { present.formUnion(wanted) }
      // Rewrite an import of a single declaration, such as
      // `import struct Dependencies.DependencyValues`, even if the file already imports the whole
      // new module.
      if node.importKindSpecifier != nil { new = Array(wanted.prefix(1)) }
      guard let first = new.first else {
        removeLines(of: node)
        continue
      }
      replace(name, with: first)
      let start = source.lineStart(of: node.start)
      let words =
        node.attributes.map(\.trimmedDescription).filter { $0 != "@testable" }
        + node.modifiers.map(\.trimmedDescription) + ["import "]
      for module in new.dropFirst() {
        let line = source.indentation(at: start) + words.joined(separator: " ") + module
        insert(source.newline + line, after: node)
      }
    }
    for call in source.tree.nodes(FunctionCallExprSyntax.self)
    where call.calledExpression.trimmedDescription == "canImport" {
      if let name = call.arguments.first?.expression.as(DeclReferenceExprSyntax.self)?.baseName,
        call.ancestor(IfConfigClauseSyntax.self) != nil,
        let new = replacement(of: name.text)?.first
      {
        replace(name, with: new)
      }
    }
    return added
  }
}

extension SourceFileSyntax {
  /// All imports in the file, including those inside `#if` blocks.
  var imports: [(node: ImportDeclSyntax, module: String, isConditional: Bool)] {
    nodes(ImportDeclSyntax.self).map {
      ($0, $0.path.first?.name.text ?? "", $0.ancestor(IfConfigDeclSyntax.self) != nil)
    }
  }
}

extension ImportDeclSyntax {
  var isExported: Bool { attributes.contains { $0.trimmedDescription == "@_exported" } }
}
