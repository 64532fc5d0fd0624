/// What a source file says about the graph. This is what a scan remembers of an unchanged file.
package struct FileSummary: Codable, Hashable, Sendable {
  /// An import declaration.
  package struct Import: Codable, Hashable, Sendable {
    /// The module, without what is picked out of it.
    package var module: String
    /// The declaration on one line, as written, without an access level.
    package var source: String

    package init(module: String, source: String) {
      self.module = module
      self.source = source
    }
  }

  /// Something in the file that the compiler, or a macro, does not accept either.
  package struct Problem: Codable, Hashable, Sendable {
    package enum Kind: UInt8, Codable, Hashable, Sendable {
      /// The file cannot be read; its place has line 0.
      case unreadable
      /// The file does not parse, so that nothing is known of what it declares.
      case syntax
      /// A macro is not used as it can be read.
      case misuse
    }

    package var kind: Kind
    package var message: String
    package var place: SourcePlace

    package init(kind: Kind, message: String, place: SourcePlace) {
      self.kind = kind
      self.message = message
      self.place = place
    }
  }

  package var path: String
  package var module: String
  package var imports: [Import] = []
  package var types: [InstantiableType] = []
  package var protocols: [ProtocolDeclaration] = []
  package var keyConformances: [KeyConformance] = []
  package var keyProperties: [KeyProperty] = []
  package var keyReads: [KeyRead] = []
  package var problems: [Problem] = []

  package init(path: String, module: String) {
    self.path = path
    self.module = module
  }
}
