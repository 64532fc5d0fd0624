import GoldenFiles
import Testing

@testable import DependenceGraphAnalysis

struct DoubleTests {
  @Test func `every member of a double reports`() throws {
    let project = Project([
      "App/App.swift": """
      @MainActor protocol Base: Sendable { var id: Int { get } }
      protocol Everything: Base, AnyObject {
        var name: String { get async throws }
        var flags: [Bool] { get set }
        var cache: Set<Int> { get }
        var lookup: [String: Int] { get }
        var opaque: Opaque { get }
        func nothing()
        func same<T: Equatable>(_ value: T, as other: T) -> T where T: Sendable
        func optional(id: Int) async -> String?
        func typed() throws(Failure) -> Int
        func known() throws(DependencyError) -> Opaque
        mutating func change(_ value: inout Int) async throws
        @discardableResult func void() -> Int
        func `default`(_ `for`: @escaping @Sendable () -> Void) throws
      }
      protocol Counter: Actor { func count() -> Int }
      @Instantiable(fulfillingAdditionalTypes: [Everything.self, Counter.self])
      actor A: Instantiable {}
      @Instantiable struct App: Instantiable {
        @Instantiated let everything: any Everything
        @Instantiated let counter: any Counter
      }
      """
    ])

    let source = GeneratedFile.source(
      of: Analysis(project).graph,
      project: project,
      module: "App"
    )

    let doubles = source.split(separator: "private ").dropFirst(1).joined(separator: "private ")
    try GoldenFile("Graph/Generated/Doubles.txt").expect(String(doubles))
  }
}
