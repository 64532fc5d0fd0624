import Foundation
import Subprocesses

/// The compiler's description of the public declarations of a module, as far as we list it.
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

  /// That there is one is all we want to know.
  struct Comment: Decodable {}

  var symbols: [Symbol]
  var relationships: [Relationship]
}

extension SymbolGraph {
  /// Asks the toolchain about a module that this test process was built with.
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
