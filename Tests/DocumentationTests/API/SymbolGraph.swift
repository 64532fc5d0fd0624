import Foundation
import Subprocesses

/// The part of the compiler's symbol graph of a module that the API listing uses.
struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Kind: Decodable {
      let identifier: String
    }

    struct Identifier: Decodable {
      let precise: String
    }

    struct Fragment: Decodable {
      let spelling: String
    }

    struct Constraint: Decodable, Hashable {
      let kind: String
      let lhs: String
      let rhs: String
    }

    struct Generics: Decodable {
      let constraints: [Constraint]?
    }

    let kind: Kind
    let accessLevel: String
    let identifier: Identifier
    let pathComponents: [String]
    let declarationFragments: [Fragment]
    let swiftExtension: Generics?
    let docComment: Comment?
  }

  struct Relationship: Decodable {
    let kind: String
    let source: String
    let target: String
    let targetFallback: String?
  }

  /// A documentation comment. Its contents are not decoded, because only its presence matters.
  struct Comment: Decodable {}

  var symbols: [Symbol]
  var relationships: [Relationship]
}

extension SymbolGraph {
  /// Extracts the symbol graph of a module with which this test process was built.
  static func extract(_ module: String) async throws -> SymbolGraph {
    let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let folder = FileManager.default.temporaryDirectory.appending(path: "api-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }

    let transcript = try await SymbolGraphExtractor(products: products).run(module, into: folder)
    guard transcript.ending == .exit(0) else { throw ExtractionError(transcript: transcript) }

    let files = try FileManager.default.contentsOfDirectory(
      at: folder,
      includingPropertiesForKeys: nil
    )
    return try files.map { try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: $0)) }
      .reduce(into: SymbolGraph(symbols: [], relationships: [])) { all, graph in
        all.symbols += graph.symbols
        all.relationships += graph.relationships
      }
  }
}
