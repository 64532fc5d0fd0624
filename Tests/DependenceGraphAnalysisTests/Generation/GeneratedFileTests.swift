import Foundation
import GoldenFiles
import Testing

@testable import DependenceGraphAnalysis

struct GeneratedFileTests {
  @Test func `the generated code of a module matches its golden file`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/Graph/Sources/Notes")
    var listing = SourceListing()
    listing.add(folder.path, module: "Notes")
    let project = Scanner().scan(listing).project

    let source = GeneratedFile.source(of: Analysis(project), module: "Notes")
      .replacing("\(folder.path)/", with: "")

    try GoldenFile("Graph/Generated/Notes.txt").expect(source)
  }

  @Test(arguments: [false, true])
  func `a value that is received only if available is passed on in any order of files`(
    isReversed: Bool
  ) {
    let first = """
      @Instantiable struct A: Instantiable { @Instantiated let b: B; @Received(onlyIfAvailable: true) let c: C? }
      """
    let second = "@Instantiable struct B: Instantiable { @Instantiated let a: Instantiator<A> }"

    let source =
      isReversed
      ? code(["App/1.swift": root, "App/2.swift": second, "App/3.swift": first])
      : code(["App/1.swift": first, "App/2.swift": second, "App/3.swift": root])

    #expect(source.contains("A(b: make_B(c), c: c)"))
  }

  @Test
  func `an optional value is passed to types that receive its wrapped type if available`() {
    let source = code([
      "App/App.swift": """
      @Instantiable(isRoot: true) struct App: Instantiable {
        @Forwarded let id: Int?
        @Instantiated let user: User?
        @Instantiated let screen: Screen
      }
      @Instantiable struct User: Instantiable {}
      @Instantiable struct Screen: Instantiable {
        @Received(onlyIfAvailable: true) let id: Int?
        @Received(onlyIfAvailable: true) let user: User?
        @Received(fulfilledByDependencyNamed: "user", ofType: User.self, onlyIfAvailable: true)
        let owner: User?
      }
      """
    ])

    #expect(!source.contains("nil"))
    #expect(source.contains("let user_User: User? = make_User()"))
    #expect(source.contains("make_Screen(id_Int, user_User)"))
  }

  @Test func `parameters of the same name are distinguished by their types`() {
    let source = code([
      "App/App.swift": """
      @Instantiable struct App: Instantiable {
        @Instantiated let service: A
        @Instantiated let screen: Screen
      }
      @Instantiable struct A: Instantiable {}
      @Instantiable struct B: Instantiable {}
      @Instantiable struct Screen: Instantiable {
        @Instantiated let service: B
        @Instantiated let inner: Inner
      }
      @Instantiable struct Inner: Instantiable { @Received let service: B; @Instantiated let deep: Deep }
      @Instantiable struct Deep: Instantiable { @Received let service: A }
      """
    ])

    // `Deep` is created by `Inner`, where the property `service` is a `B`. It receives the `A` that
    // `App` provides, because names and types must both match.
    #expect(source.contains("func make_Inner(_ service_A: A, _ service_B: B) -> Inner"))
    #expect(source.contains("Inner(service: service_B, deep: make_Deep(service_A))"))
  }

  @Test func `a protocol is written with any in the generated code`() {
    let source = code([
      "App/App.swift": """
      protocol P {}
      @Instantiable(fulfillingAdditionalTypes: [P.self]) struct A: P, Instantiable {}
      @Instantiable struct App: Instantiable {
        @Instantiated let p: P
        @Instantiated let screen: Instantiator<Screen>
      }
      @Instantiable struct Screen: Instantiable {
        @Received(onlyIfAvailable: true) let p: P?
      }
      """
    ])

    #expect(source.contains("func make_Screen(_ p: (any P)?) -> Screen"))
  }

  @Test func `names that are keywords are written in backticks`() {
    let source = code([
      "App/App.swift": """
      @Instantiable struct App: Instantiable {
        @Instantiated let `default`: A
        @Instantiated let b: B
      }
      @Instantiable struct A: Instantiable {}
      @Instantiable struct B: Instantiable { @Received let `default`: A }
      """
    ])

    #expect(source.contains("let `default`: A = make_A()"))
    #expect(source.contains("func make_B(_ `default`: A) -> B"))
  }

  @Test func `a protocol for which no double can be generated is a parameter of the test`() {
    let source = code([
      "App/App.swift": """
      protocol Made { init(name: String) }
      protocol Typed { associatedtype Element }
      protocol Same { func isSame(as other: Self) -> Bool }
      protocol Shared { static var shared: Int { get } }
      protocol Foreign: Elsewhere {}
      protocol Deep: Made {}
      @Instantiable(fulfillingAdditionalTypes: [Made.self, Same.self, Shared.self, Foreign.self])
      struct A: Instantiable { init(name: String = "") {} }
      @Instantiable struct App: Instantiable {
        @Instantiated let made: any Made
        @Instantiated let same: any Same
        @Instantiated let shared: any Shared
        @Instantiated(fulfilledByType: "A") let foreign: any Foreign
        @Instantiated(fulfilledByType: "A") let deep: any Deep
        @Instantiated(fulfilledByType: "A") let typed: any Typed
        @Instantiated(fulfilledByType: "A") let unknown: any Unknown
      }
      """
    ])

    for parameter in ["made: any Made", "same: any Same", "shared: any Shared", "deep: any Deep"] {
      #expect(source.contains("    \(parameter),\n"))
    }
    #expect(source.contains("    typed: any Typed,\n    unknown: any Unknown,\n"))
    #expect(source.contains("struct TestOverrides {\n  }"))
    #expect(!source.contains("Unimplemented_"))
  }

  @Test func `a Sendable instantiator cannot create a type that is isolated to an actor`() {
    let project = Project([
      "App/App.swift": """
      @Instantiable struct App: Instantiable {
        @Instantiated let fine: Instantiator<Outer>
        @Instantiated let wrong: SendableInstantiator<Outer>
        @Instantiated let free: SendableInstantiator<Free>
      }
      @Instantiable struct Outer: Instantiable { @Instantiated let screen: Instantiator<Screen> }
      @Instantiable @MainActor struct Screen: Instantiable {}
      @Instantiable nonisolated struct Free: Instantiable {}
      """
    ])

    let findings = GeneratedFile.findings(in: Analysis(project))

    #expect(findings.map(\.location.line) == [3])
    #expect(
      findings.first?.message == """
        'wrong' of 'App' can create instances on any thread, but 'Screen' can only be created on \
        @MainActor; \
        use an instantiator that is not Sendable
        """
    )
  }

  @Test func `findings that prevent code generation are sorted by location`() {
    let project = Project([
      "App/App.swift": """
      @Instantiable struct App: Instantiable {
        @Instantiated let twig: Twig
        @Instantiated let wrong: SendableInstantiator<Screen>
      }
      @Instantiable @MainActor struct Screen: Instantiable {}
      """,
      "App/ATwig.swift": """
      @Instantiable final class Twig: Base, Instantiable {}
      class Base { init() {} }
      """,
    ])

    let findings = GeneratedFile.findings(in: Analysis(project))

    #expect(
      findings.map { "\($0.location.file):\($0.location.line)" }
        == ["App/ATwig.swift:1", "App/App.swift:3"]
    )
  }

  private let root = "@Instantiable struct App: Instantiable { @Instantiated let a: A }"

  private func code(_ sources: KeyValuePairs<String, String>) -> String {
    let project = Project(sources)
    let analysis = Analysis(project)
    #expect(Validator.findings(in: analysis) == [])
    return GeneratedFile.source(of: analysis, module: "App")
  }
}
