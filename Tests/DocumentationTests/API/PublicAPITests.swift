import Foundation
import GoldenFiles
import Testing

#if os(Linux) && DEBUG
/// The public API changes only on purpose: `Fixtures/Golden/API` has a line for every public declaration.
///
/// On other platforms there is more, such as the bridges to their frameworks; and in a release build the
/// compiler spells some types by another of their names.
struct PublicAPITests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The modules that the Swift Package Index documents, and CI/docs too.
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
  func `a library that declares anything here has documentation`(library: String) async throws {
    let isDocumented = try Self.modules().contains(library)

    let declaresAnything = try await SymbolGraph.extract(library).symbols.isEmpty == false

    #expect(isDocumented == declaresAnything, "see .spi.yml")
  }

  @Test(arguments: try modules())
  func `the public declarations of a module are those that were recorded`(
    module: String
  ) async throws {
    let graph = try await SymbolGraph.extract(module)

    try GoldenFile("API/\(module).txt").expect(APIListing(of: graph).description)
  }

  @Test(arguments: try modules())
  func `every public declaration has a comment`(module: String) async throws {
    let graph = try await SymbolGraph.extract(module)

    let silent = graph.symbols.filter { $0.docComment == nil && $0.isWrittenByHand }
      .map { $0.pathComponents.joined(separator: ".") }

    #expect(silent == [])
  }
}

extension SymbolGraph.Symbol {
  /// True if somebody could have written a comment, and it would not repeat another.
  fileprivate var isWrittenByHand: Bool {
    kind.identifier != "swift.extension" && kind.identifier != "swift.associatedtype"
      && pathComponents.last != "init(rawValue:)" && pathComponents.last?.first != "$"
  }
}
#endif
