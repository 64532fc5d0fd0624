import GoldenFiles
import Subprocesses
import Testing

@testable import DependenceGraphAnalysis

struct DoubleTests {
  private static let protocols = """
    @MainActor protocol Base: Sendable { var id: Int { get } }
    protocol Everything: Base {
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

    """

  @Test func `every member of a generated double reports its call`() throws {
    let project = Project([
      "App/App.swift": Self.protocols + """
        @Instantiable(fulfillingAdditionalTypes: [Everything.self, Counter.self])
        actor A: Instantiable {}
        @Instantiable struct App: Instantiable {
          @Instantiated let everything: any Everything
          @Instantiated let counter: any Counter
        }
        """
    ])

    let source = GeneratedFile.source(of: Analysis(project), module: "App")

    let doubles = source.split(separator: "private ").dropFirst(1).joined(separator: "private ")
    try GoldenFile("Graph/Generated/Doubles.txt").expect(String(doubles))
  }

  @Test func `a double can be generated from files without a graph`() async throws {
    let folder = try TemporaryFolder()
    let types = "public struct Opaque {}\nstruct Failure: Error {}\n"
    try folder.write("import Dependence\n\(types)\(Self.protocols)", to: "App/App.swift")
    try folder.write(
      "import Dependence\npublic protocol Shared { var text: String { get }\nfunc write(_ text: String) throws }",
      to: "App/Shared.swift"
    )
    var listing = SourceListing()
    listing.add("\(folder.path)/App", module: "App")
    var scanner = Scanner()
    scanner.wantedNames = ["Everything", "Counter", "Shared"]
    let doubles = Doubles(Analysis(scanner.scan(listing).project))

    var sources = ""
    for name in ["Counter", "Everything", "Shared"] { sources += try doubles.source(named: name) }

    try GoldenFile("Graph/Generated/Unimplemented.txt").expect(sources)
    try folder.write(sources, to: "App/Doubles.swift")
    let run = try await CompiledGraphTests.compile(folder, "App/*.swift")
    #expect(run.lines.filter { $0.contains("error: ") || $0.contains("warning: ") } == [])
    #expect(throws: UnknownName.self) { try doubles.source(named: "Everythin") }
  }

  @Test
  func `a double compiles if requirements are declared again or hide the functions that it calls`()
    async throws
  {
    let protocols = """
      import Dependence
      public protocol Base {
        func load(_ name: String) async throws -> Int
        @discardableResult func remove() -> Int
        var count: Int { get async throws }
      }
      public protocol Store: Base {
        func load(_ path: String) async -> Int
        func unimplemented(_ name: String)
        func trap(_ trapUnimplemented: Int) -> any Base
        func remove() -> Int
        var count: Int { get set }
      }

      """
    let folder = try TemporaryFolder()
    let source = try Doubles(Analysis(of: protocols)).source(named: "Store")
    try folder.write(protocols, to: "App/App.swift")
    try folder.write(source, to: "App/Doubles.swift")

    let run = try await CompiledGraphTests.compile(folder, "App/*.swift")

    #expect(run.lines.filter { $0.contains("error: ") || $0.contains("warning: ") } == [])
    // Without the module's name, this call would refer to the method `unimplemented(_:)` of the
    // double itself.
    #expect(source.contains("    Dependence::unimplemented(\"Store.unimplemented(_:)\")\n"))
  }
}
