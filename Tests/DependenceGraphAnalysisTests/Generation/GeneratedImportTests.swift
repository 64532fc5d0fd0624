import Testing

@testable import DependenceGraphAnalysis

/// Tests of the imports in generated files.
struct GeneratedImportTests {
  private func imports(_ sources: KeyValuePairs<String, String>) -> [String] {
    let analysis = Analysis(of: sources)
    #expect(Validator.findings(in: analysis).map(\.message) == [])
    return GeneratedFile.source(of: analysis, module: "App").split(separator: "\n")
      .filter { $0.contains("import ") }.map(String.init)
  }

  @Test func `a generated file has the imports of the files that declare its type aliases`() {
    let imports = imports([
      "App/App.swift": """
      import Library
      @Instantiable(isRoot: true) struct App {
        @Forwarded let session: Network.Session
        @Forwarded let handlers: [Handler?]
        @Instantiated let leaf: Leaf
      }
      @Instantiable struct Leaf { @Received let session: Network.Session }
      """,
      "App/Handler.swift": "import Handling\ntypealias Handler = Outer<Inner>\nstruct Outer<T> {}",
      "App/Inner.swift": "import Interior\ntypealias Inner = Interior.Value",
      "App/Unused.swift": "import Unused\ntypealias Unused = Int",
      "Library/Network.swift": """
      public import Foundation
      public enum Network { public typealias Session = URLSession }
      """,
    ])

    #expect(
      imports == [
        "import DependenceGraph", "import Foundation", "import Handling", "import Interior",
        "import Library",
      ]
    )
  }

  private static let inheriting: KeyValuePairs = [
    "App/App.swift": """
    import Library
    @Instantiable struct App { @Instantiated let store: any Store }
    """,
    "App/FileStore.swift": """
    @Instantiable(fulfillingAdditionalTypes: [Store.self]) struct FileStore {}
    protocol Store: Base {}
    """,
    "Library/Base.swift": """
    public import Foundation
    public protocol Base: Deep { func date() -> Date }
    """,
    "Other/Deep.swift": "public import Files\npublic protocol Deep { func file() -> File }",
  ]

  @Test func `a generated file has the imports of the protocols that its doubles inherit from`() {
    let imports = imports(Self.inheriting)

    #expect(
      imports == [
        "import DependenceGraph", "import Files", "import Foundation", "import Library",
        "import Other",
      ]
    )
  }

  @Test func `a separate double has the imports of the protocols that its protocol inherits from`()
    throws
  {
    let source = try Doubles(Analysis(of: Self.inheriting)).source(named: "Store")

    let imports = source.split(separator: "\n").filter { $0.hasPrefix("import ") }
    #expect(
      imports == [
        "import Dependence", "import Files", "import Foundation", "import Library", "import Other",
      ]
    )
  }

  @Test(arguments: [
    ("public import struct Foundation.Date", "public import struct Foundation.Date"),
    ("@preconcurrency public import Foundation", "@preconcurrency public import Foundation"),
    ("public import Foundation", "public import Foundation"),
    ("import struct Foundation.Date", "import struct Foundation.Date"),
  ])
  func `a module whose types a public root forwards is imported as its file imports it`(
    line: String,
    generated: String
  ) {
    let imports = imports([
      "App/App.swift": """
      public import DependenceGraph
      \(line)
      @Instantiable(isRoot: true) public struct App {
        @Forwarded let date: Date
        @Instantiated let leaf: Leaf
        init(date: Date, leaf: Leaf) {}
      }
      @Instantiable struct Leaf {}
      """
    ])

    #expect(imports.filter { $0.contains("Foundation") } == [generated])
  }

  @Test func `a module that a public root forwards through an alias is imported publicly`() {
    let imports = imports([
      "App/App.swift": """
      @Instantiable(isRoot: true) public struct App {
        @Forwarded let session: Session
        @Instantiated let leaf: Leaf
        init(session: Session, leaf: Leaf) {}
      }
      @Instantiable struct Leaf {}
      """,
      "App/Session.swift": "public import Foundation\npublic typealias Session = URLSession",
    ])

    #expect(imports.contains("public import Foundation"))
  }
}
