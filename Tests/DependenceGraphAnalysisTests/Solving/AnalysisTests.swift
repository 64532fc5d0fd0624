import Testing

@testable import DependenceGraphAnalysis

struct AnalysisTests {
  private func node(_ name: String, in analysis: Analysis) throws -> Graph.Node {
    try #require(analysis.graph.nodes.first { $0.createdType.description == name })
  }

  private func child(_ label: String, of name: String, in analysis: Analysis) throws -> String? {
    let property = try node(name, in: analysis).properties.first { $0.declaration.label == label }
    return try #require(property).child.map { analysis.graph.nodes[$0].createdType.description }
  }

  @Test func `a name is looked up from the innermost enclosing type outwards`() throws {
    let analysis = Analysis(
      of: """
        @Instantiable struct Service {}
        enum Feature {
          @Instantiable struct Service {}
          @Instantiable struct Screen {
            @Instantiated let inner: Service
            @Instantiated let outer: App.Service
            @Instantiated let named: Feature.Service
            @Instantiated let other: Instantiator<Screen>
          }
        }
        @Instantiable struct Root { @Instantiated let service: Service }
        """
    )

    #expect(try child("inner", of: "Feature.Screen", in: analysis) == "Feature.Service")
    #expect(try child("outer", of: "Feature.Screen", in: analysis) == "Service")
    #expect(try child("named", of: "Feature.Screen", in: analysis) == "Feature.Service")
    #expect(try child("other", of: "Feature.Screen", in: analysis) == "Feature.Screen")
    #expect(try child("service", of: "Root", in: analysis) == "Service")
  }

  @Test func `a property is received regardless of the spelling of its type`() {
    let analysis = Analysis(
      of: """
        enum Feature {
          @Instantiable struct Service {}
          @Instantiable struct Root {
            @Instantiated let service: Service
            @Instantiated let screen: Screen
            @Instantiated let list: (any  Feed)
          }
        }
        @Instantiable(fulfillingAdditionalTypes: [Feed.self]) struct LiveFeed {}
        @Instantiable struct Screen {
          @Received let service: App.Feature.Service
          @Received let list: Feed
        }
        """
    )

    #expect(Validator.findings(in: analysis) == [])
  }

  @Test func `a type of the same module takes precedence over types of other modules`() throws {
    let analysis = Analysis(
      of: [
        "A/A.swift": """
        @Instantiable struct Service {}
        @Instantiable struct Root { @Instantiated let service: Service }
        """,
        "B/B.swift": "@Instantiable struct Service {}",
        "C/C.swift": """
        import B
        @Instantiable struct Other { @Instantiated let service: Service }
        """,
      ]
    )

    #expect(Validator.findings(in: analysis) == [])
    let modules = try ["Root", "Other"].map { name in
      let child = try node(name, in: analysis).properties[0].child
      return analysis.graph.nodes[try #require(child)].type.module
    }
    #expect(modules == ["A", "B"])
  }

  @Test func `a generic type has one node for each specialisation`() throws {
    let analysis = Analysis(
      of: """
        @Instantiable struct Root {
          @Instantiated let numbers: Store<Int>
          @Instantiated let words: Instantiator<Store<String>>
          @Instantiated let limit: Limit<Int>
          @Instantiated let special: Limit<String>
        }
        @Instantiable struct Store<Value> {
          @Received let limit: Limit<Value>
          @Instantiated let box: Box<[Value]>
        }
        @Instantiable struct Box<Value> {}
        @Instantiable extension Limit {
          static func instantiate() -> Limit<Int> { Limit(1) }
          static func instantiate(word: String) -> Limit<String> { Limit("") }
        }
        """
    )

    let needs = analysis.graph.nodes.map { "\($0.createdType) \($0.needs)" }
    #expect(needs.contains("Store<Int> [limit: Limit<Int>]"))
    #expect(needs.contains("Store<String> [limit: Limit<String>]"))
    #expect(try child("box", of: "Store<Int>", in: analysis) == "Box<[Int]>")
    #expect(try child("special", of: "Root", in: analysis) == "Limit<String>")
    #expect(
      Validator.findings(in: analysis).map(\.subject) == ["limit: Limit<String>", "word: String"]
    )
  }

  @Test func `a type that receives nothing and that no other type creates is a root`() {
    let analysis = Analysis(
      of: """
        @Instantiable struct First {
          @Instantiated let a: A
          @Instantiated let again: Instantiator<First>
          @Received(fulfilledByDependencyNamed: "a", ofType: A.self) let renamed: B
          @Received(onlyIfAvailable: true) let theme: Theme?
        }
        @Instantiable(isRoot: true) struct Second { @Forwarded let name: String }
        @Instantiable struct A {}
        @Instantiable struct Receiving { @Received let a: A }
        @Instantiable struct Forwarding { @Forwarded let a: A }
        @Instantiable struct Renaming {
          @Received(fulfilledByDependencyNamed: "x", ofType: X.self) let renamed: B
        }
        """
    )

    let roots = analysis.graph.roots.map { analysis.graph.nodes[$0].createdType.description }
    #expect(roots == ["First", "Second"])
  }

  @Test func `a renamed dependency is available under both names`() throws {
    let analysis = Analysis(
      of: """
        @Instantiable struct Root { @Instantiated let loggedIn: Instantiator<LoggedInView> }
        @Instantiable struct LoggedInView {
          @Forwarded let userManager: any UserManager
          @Instantiated let profile: Instantiator<ProfileView>
        }
        @Instantiable struct ProfileView {
          @Received(fulfilledByDependencyNamed: "userManager", ofType: UserManager.self)
          let userVendor: any UserVendor
          @Instantiated let edit: Instantiator<EditView>
        }
        @Instantiable struct EditView {
          @Received let userVendor: UserVendor
          @Received let userManager: UserManager
        }
        """
    )

    #expect(Validator.findings(in: analysis) == [])
    let needs = try node("ProfileView", in: analysis).needs
    #expect(needs.map(\.description) == ["userManager: UserManager"])
  }

  @Test func `a partial scan reports only findings under a root`() {
    let analysis = Analysis(
      of: """
        @Instantiable struct Screen { @Received let a: A; @Instantiated let b: Missing }
        @Instantiable struct Root {}
        """
    )
    let kinds = { Validator.findings(in: analysis, isPartial: $0).map(\.kind) }

    #expect(kinds(false) == [.unfulfillable])
    #expect(kinds(true) == [])
  }
}
