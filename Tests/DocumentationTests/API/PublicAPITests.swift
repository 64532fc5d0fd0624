import Foundation
import GoldenFiles
import Testing

#if os(Linux) && DEBUG
/// Compares the public API with the listings in `Fixtures/Golden/API`, so that it does not change
/// unintentionally.
///
/// The tests run only in debug builds on Linux. Other platforms have additional declarations, such
/// as bridges to their frameworks, and in release builds the compiler spells some types
/// differently.
struct PublicAPITests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the modules that the Swift Package Index and `CI/docs` document.
  private static func modules() throws -> [String] {
    try String(contentsOf: root.appending(path: ".spi.yml"), encoding: .utf8)
      .matches(of: /- (Dependence\w*)/).map { String($0.output.1) }
  }

  private static func libraries() throws -> [String] {
    let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    let list = try #require(manifest.firstMatch(of: /let libraries = \[([^\]]*)\]/)?.output.1)
    return list.matches(of: /"(\w+)"/).map { String($0.output.1) }
  }

  @Test(arguments: try libraries())
  func `a library is documented if it declares symbols`(library: String) async throws {
    let isDocumented = try Self.modules().contains(library)

    let declaresAnything = try await SymbolGraph.extract(library).symbols.isEmpty == false

    #expect(isDocumented == declaresAnything, "see .spi.yml")
  }

  @Test(arguments: try modules())
  func `the public API of a module matches its golden file`(
    module: String
  ) async throws {
    let graph = try await SymbolGraph.extract(module)

    try GoldenFile("API/\(module).txt").expect(APIListing(of: graph).description)
  }

  @Test(arguments: try modules())
  func `every public declaration is documented`(module: String) async throws {
    let graph = try await SymbolGraph.extract(module)

    let silent = graph.symbols.filter { $0.docComment == nil && $0.isWrittenByHand }
      .map { $0.pathComponents.joined(separator: ".") }

    #expect(silent == [])
  }
}

extension SymbolGraph.Symbol {
  /// Whether the symbol needs a documentation comment. Generated declarations do not, nor do
  /// declarations whose comment would only repeat another comment.
  fileprivate var isWrittenByHand: Bool {
    kind.identifier != "swift.extension" && kind.identifier != "swift.associatedtype"
      && pathComponents.last != "init(rawValue:)" && pathComponents.last?.first != "$"
  }
}
#endif
