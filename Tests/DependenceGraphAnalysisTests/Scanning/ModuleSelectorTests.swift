import Testing

@testable import DependenceGraphAnalysis

/// Tests of module selectors, such as `First::` in `First::Store` (SE-0491).
struct ModuleSelectorTests {
  @Test(arguments: [
    "@Dependence::Dependency(\\.client) var a",
    "var a: Int { Dependence::Dependency(\\.client).wrappedValue }",
    "var a: Int { Dependence::Dependency<Int>(\\.client).wrappedValue }",
    "var a: Int { Dependence::Dependency.init(\\.client).wrappedValue }",
    "var a: Int { Dependence::DependencyValues.current.client }",
    "@Dependency(Keys::ClientKey.self) var a",
    "var a: Int { DependencyValues.current[Keys::ClientKey.self] }",
  ])
  func `a read with a module selector is found`(read: String) {
    let analysis = Analysis(
      of: [
        "App/App.swift": """
        import Keys
        @Instantiable struct App { \(read) }
        enum ClientKey: DependencyKey {}
        """,
        "Keys/Keys.swift": """
        public enum ClientKey: Dependence::TestDependencyKey {}
        extension Dependence::DependencyValues {
          public var client: Int { self[test: Keys::ClientKey.self] }
        }
        """,
      ]
    )

    #expect(Validator.findings(in: analysis).map(\.kind) == [.missingLiveValue])
  }

  @Test func `a preparation with a module selector provides a live value`() {
    let analysis = Analysis(
      of: """
        @Instantiable struct App {
          @Dependency(\\.client) var a
          init() { Dependence::prepareDependencies { $0.client = 1 } }
        }
        enum ClientKey: TestDependencyKey {}
        extension DependencyValues { var client: Int { self[test: ClientKey.self] } }
        """
    )

    #expect(Validator.findings(in: analysis) == [])
  }

  @Test(arguments: ["First::Store", "First::Outer.Store", "First::Outer.First::Store"])
  func `a type with a module selector is looked up in that module`(type: String) throws {
    let analysis = Analysis(
      of: [
        "App/App.swift": """
        import First
        @Instantiable struct App { @Instantiated let store: \(type) }
        @Instantiable struct Store {}
        enum Outer { @Instantiable struct Store {} }
        """,
        "First/First.swift": """
        @Instantiable public struct Store {}
        public enum Outer { @Instantiable public struct Store {} }
        """,
      ]
    )

    let store = try #require(analysis.graph.nodes.first?.properties.first?.child)
    #expect(analysis.graph.nodes[store].type.module == "First")
    #expect(Validator.findings(in: analysis) == [])
  }

  @Test(arguments: ["Other::Instantiable", "Other.Instantiable"])
  func `an attribute of another module is not the macro of the library`(attribute: String) {
    #expect(Analysis(of: "@\(attribute) struct App {}").graph.nodes.isEmpty)
  }
}
