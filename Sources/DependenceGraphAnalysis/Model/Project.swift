/// Everything that was scanned, in the order in which it was given.
package struct Project: Hashable, Sendable {
  package var files: [FileSummary]

  package init(files: [FileSummary] = []) {
    self.files = files
  }

  package var types: [InstantiableType] { files.flatMap(\.types) }
  package var protocols: [ProtocolDeclaration] { files.flatMap(\.protocols) }
  package var keyConformances: [KeyConformance] { files.flatMap(\.keyConformances) }
  package var keyProperties: [KeyProperty] { files.flatMap(\.keyProperties) }
  package var keyReads: [KeyRead] { files.flatMap(\.keyReads) }

  /// Every module, once, in the order of its first file.
  package var modules: [String] {
    var seen: Set<String> = []
    return files.map(\.module).filter { seen.insert($0).inserted }
  }
}
