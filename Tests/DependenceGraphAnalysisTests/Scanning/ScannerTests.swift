import DependenceGraphKernel
import Foundation
import TestEffort
import Testing

@testable import DependenceGraphAnalysis

struct ScannerTests {
  private let folder: TemporaryFolder
  private let cache: URL

  init() throws {
    folder = try TemporaryFolder()
    cache = URL(filePath: "\(folder.path)/cache/scan")
  }

  private func scan(configuration: ScanConfiguration = ScanConfiguration()) -> Scanner.Result {
    var listing = SourceListing()
    listing.add("\(folder.path)/Sources")
    return Scanner(configuration: configuration, cache: cache).scan(listing)
  }

  private func writeTypes(_ count: Int) throws {
    for index in 0..<count {
      let source = "@Instantiable struct T\(index) { @Received let a: A }"
      try folder.write(source, to: "Sources/M/T\(index).swift")
    }
  }

  @Test func `only files with a marker are parsed`() throws {
    try folder.write("@Instantiable struct A {}", to: "Sources/M/A.swift")
    try folder.write("struct B { let received = 1 }", to: "Sources/M/B.swift")

    let result = scan()

    #expect(result.parsedFiles == 1)
    #expect(result.project.types.map(\.name) == ["A"])
    #expect(result.project.types.map(\.module) == ["M"])
  }

  @Test func `after a change to one file, only that file is parsed again`() throws {
    try writeTypes(1_000)

    let cold = scan()
    let warm = scan()
    try folder.write("@Instantiable struct Changed {}", to: "Sources/M/T500.swift")
    let changed = scan()

    #expect(cold.parsedFiles == 1_000)
    #expect(warm.parsedFiles == 0)
    #expect(warm.project == cold.project)
    #expect(changed.parsedFiles == 1)
    #expect(changed.project.types.map(\.name).filter { $0 == "Changed" }.count == 1)
    #expect(scan().parsedFiles == 0)
  }

  @Test func `a cached file is read again for another configuration`() throws {
    try folder.write(
      "#if X\n@Instantiable struct A {}\n#else\n@Instantiable struct B {}\n#endif",
      to: "Sources/M/A.swift"
    )

    #expect(scan().project.types.map(\.name) == ["B"])
    let other = scan(configuration: ScanConfiguration(conditions: ["X"]))
    #expect(other.project.types.map(\.name) == ["A"])
  }

  @Test(arguments: ["", "nonsense", "dependence scan 1\n", "dependence scan 1\nshort"])
  func `an invalid cache is replaced`(content: String) throws {
    try writeTypes(3)
    try folder.write(content, to: "cache/scan")

    let first = scan()
    let second = scan()

    #expect(first.project.types.count == 3)
    #expect(first.parsedFiles == 3)
    #expect(second.parsedFiles == 0)
  }

  @Test func `a corrupt or truncated cache never changes the result`() throws {
    try writeTypes(3)
    let project = scan().project
    let written = try Data(contentsOf: cache)

    for offset in stride(from: 0, to: written.count, by: Effort.isThorough ? 7 : 71) {
      var broken = written
      broken[offset] ^= 4
      try broken.write(to: cache)
      #expect(scan().project == project, "byte \(offset)")
    }
    for length in stride(from: 0, to: written.count, by: Effort.isThorough ? 11 : 113) {
      try written.prefix(length).write(to: cache)
      #expect(scan().project == project, "length \(length)")
    }
  }

  @Test func `a cache that cannot be written does not prevent a scan`() throws {
    try writeTypes(2)
    try folder.write("", to: "cache")

    #expect(scan().project.types.count == 2)
  }

  @Test func `a protocol that the graph refers to is read from any file`() throws {
    try folder.write(
      "@Instantiable(fulfillingAdditionalTypes: [Service.self]) struct Live: Service {}",
      to: "Sources/M/Live.swift"
    )
    try folder.write("protocol Service: Base { func f() }", to: "Sources/N/Service.swift")
    try folder.write("protocol Base { func g() }", to: "Sources/N/Base.swift")
    try folder.write("protocol Other { func h() }", to: "Sources/N/Other.swift")

    let result = scan()

    #expect(result.project.protocols.map(\.name) == ["Base", "Service"])
    #expect(result.parsedFiles == 3)
    #expect(scan().parsedFiles == 0)
  }

  @Test(arguments: [
    "@Dependency(ClientKey.self) var client",
    "@Dependency(\\.client) var client",
    "@Dependency(\\.entry) var client",
  ])
  func `a file that provides the live value of a key is read without a marker`(
    read: String
  ) throws {
    try folder.write("@Instantiable struct App { \(read) }", to: "Sources/App/App.swift")
    try folder.write(
      """
      protocol AppKey: DependencyKey {}
      enum ClientKey: TestDependencyKey {}
      extension DependencyValues {
        var client: Int { self[test: ClientKey.self] }
        @DependencyEntry var entry: Client
      }
      """,
      to: "Sources/Core/Keys.swift"
    )
    try folder.write("extension ClientKey: AppKey {}", to: "Sources/Live/Live.swift")

    let analysis = Analysis(scan().project)

    #expect(Validator.findings(in: analysis) == [])
    #expect(analysis.verdictsByNode().joined().map(\.verdict.state) == [.live])
  }

  @Test(arguments: [
    "@Instantiable struct A { @Received let x: \(deep("Box<", "Int", ">", 4_000)) }",
    "@Instantiable struct A { @Received let x: Int\(deep("?", "", "", 20_000)) }",
    "@Instantiable struct A { @Received let x: A\(deep(".B", "", "", 20_000)) }",
    "@Instantiable extension A\(deep(".B", "", "", 20_000)) { static func instantiate() -> A {} }",
    "\(deep("#if X\n", "", "", 3_000))@Instantiable struct A {}\(deep("", "", "\n#endif", 3_000))",
    "@Instantiable struct A { let x = \(deep("(", "", "", 50_000)) }",
    "@Instantiable struct A { let x = DependencyValues.current\(deep(".b", "", "", 20_000)) }",
  ])
  func `extremely nested source is read without a crash`(source: String) throws {
    try folder.write(source, to: "Sources/M/Deep.swift")

    let result = scan()

    _ = Validator.findings(in: Analysis(result.project))
    #expect(result.parsedFiles == 1)
  }

  @Test(arguments: [
    "@Instantiable struct A {\n  @Forwarded let x: \(deep("[", "Int", "]", 17)) }",
    "@Instantiable struct A {\n  var body = list  (\(deep("[(", "1", ")]", 200))) }",
  ])
  func `brackets that are nested too deep are reported instead of parsed`(source: String) throws {
    try folder.write(source, to: "Sources/M/Deep.swift")

    let problems = scan().project.files.flatMap(\.problems)

    #expect(problems.map(\.kind) == [.syntax])
    #expect(problems.first?.location.line == 2)
    #expect(
      problems.first?.message.hasPrefix("square brackets are nested more than 16 deep") == true
    )
  }

  @Test func `brackets with a realistic depth are parsed`() throws {
    try folder.write(
      "@Instantiable struct A { @Forwarded let x: \(Self.deep("[", "Int", "]", 12)) }",
      to: "Sources/M/Deep.swift"
    )

    #expect(scan().project.files.flatMap(\.problems) == [])
  }

  private static func deep(
    _ open: String,
    _ middle: String,
    _ close: String,
    _ depth: Int
  ) -> String {
    String(repeating: open, count: depth) + middle + String(repeating: close, count: depth)
  }

  @Test func `every file summary is unchanged after a round trip through the cache`() throws {
    let folder = try TemporaryFolder()
    var summaries: [ContentHash: FileSummary] = [:]
    for seed in 0..<50 as Range<UInt64> {
      var generator = SourceGenerator(seed: seed)
      let summary = FileSummary(
        source: Array(generator.file().utf8),
        path: "F.swift",
        module: "M"
      )

      summaries[ContentHash([], salt: "\(seed)")] = summary
    }

    let url = URL(filePath: "\(folder.path)/cache")
    let entries = try summaries.map { ($0, try #require(SummaryCache.encode($1))) }
    try SummaryCache.write(entries, to: url)

    let cache = SummaryCache(contentsOf: url)
    #expect(summaries.allSatisfy { cache.summary(for: $0) == $1 })
  }
}
