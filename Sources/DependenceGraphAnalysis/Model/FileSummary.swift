/// The part of a source file that concerns the graph. A scan remembers it of an unchanged file.
struct FileSummary: Codable, Hashable, Sendable {
  struct Import: Codable, Hashable, Sendable {
    var module: String
    var source: String
    var isPublic = false
  }

  var path: String
  var module: String
  var imports: [Import] = []
  var types: [InstantiableType] = []
  /// The declarations that are neither marked nor protocols.
  var declarations: [TypeDeclaration] = []
  var protocols: [ProtocolDeclaration] = []
  var keyConformances: [KeyConformance] = []
  var keyProperties: [KeyProperty] = []
  var keyReads: [KeyRead] = []
  /// Assignments in a preparation, which give keys their live value.
  var keyPreparations: [KeyRead] = []
  /// Mistakes that were found before there was a graph.
  var problems: [Finding] = []
}

extension FileSummary {
  var allDeclarations: [TypeDeclaration] {
    declarations + protocols.map(\.declaration)
      + types.map(\.declaration).filter { $0.kind != .extension }
  }
}
