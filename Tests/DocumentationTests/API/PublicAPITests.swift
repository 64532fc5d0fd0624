import GoldenFiles
import Testing

#if os(Linux)
/// What users can rely on changes only on purpose: `Fixtures/Golden/API` has a line for every public
/// declaration.
///
/// On other platforms there is more, such as the bridges to their frameworks.
struct PublicAPITests {
  static let modules = [
    "Dependence", "DependenceFoundation", "DependenceGraph", "DependenceHarness",
    "DependenceMacros", "DependenceSimulation", "DependenceTesting", "DependenceXCTest",
  ]

  @Test(arguments: modules)
  func `the public declarations of a module are those that were recorded`(
    module: String
  ) async throws {
    let graph = try await SymbolGraph.extract(module)

    try GoldenFile("API/\(module).txt").expect(APIListing(of: graph).description)
  }

  @Test(arguments: modules)
  func `every public declaration has a comment`(module: String) async throws {
    let graph = try await SymbolGraph.extract(module)

    let silent = graph.symbols.filter { $0.docComment == nil && $0.isWrittenByHand }
      .map { $0.pathComponents.joined(separator: ".") }

    #expect(silent == [])
  }
}

extension SymbolGraph.Symbol {
  /// Whether somebody could have written a comment, and where none would repeat another.
  fileprivate var isWrittenByHand: Bool {
    kind.identifier != "swift.extension" && kind.identifier != "swift.associatedtype"
      && pathComponents.last != "init(rawValue:)" && pathComponents.last?.first != "$"
  }
}
#endif
