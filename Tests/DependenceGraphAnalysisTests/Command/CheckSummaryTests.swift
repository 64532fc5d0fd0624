import Testing

@testable import DependenceGraphAnalysis

struct CheckSummaryTests {
  @Test(
    arguments: [
      (0, nil), (1, "T0"), (10, "T0, T1, T2, T3, T4, T5, T6, T7, T8, T9"),
      (11, "T0, T1, T2, T3, T4, T5, T6, T7, T8, T9 and 1 more"),
    ] as [(Int, String?)]
  )
  func `at most ten types outside the roots are named`(count: Int, names: String?) {
    let orphans = (0..<count).map { "@Instantiable struct T\($0) { @Received let a: A }" }
    let analysis = Analysis(
      of: (["@Instantiable(isRoot: true) struct App {}"] + orphans).joined(separator: "\n")
    )
    let list = names.map { "not under a root, so no generated code creates them: \($0)\n" } ?? ""

    #expect(
      CheckSummary.text(of: analysis) == "the graph is valid: 1 type under 1 root\n\(list)"
    )
  }

  @Test func `the summary lists aliases of Dependency`() {
    let analysis = Analysis(
      of: """
        typealias Inject = Dependence.Dependency
        typealias Values = DependencyValues
        typealias Other = Int
        @Instantiable struct App { func f() -> Int { Inject(\\.client).wrappedValue } }
        """
    )

    #expect(
      CheckSummary.text(of: analysis) == """
        the graph is valid: 1 type under 1 root
        not checked, because reads through an alias of 'Dependency' or 'DependencyValues' are not always found: Inject, Values

        """
    )
  }

  @Test func `the summary lists conditions that were not checked`() {
    let analysis = Analysis(
      of: """
        @Instantiable struct App {
          #if canImport(Elsewhere)
          @Instantiated let a: A
          #endif
        }
        """
    )

    #expect(
      CheckSummary.text(of: analysis) == """
        the graph is valid: 1 type under 1 root
        not checked, because the scan cannot find out whether a name in an '#if' exists: Elsewhere (App/App.swift:2:3)

        """
    )
  }

  /// Each argument contains a declaration in an `#if` of a file without types of the graph, and
  /// whether the summary lists the condition. The declaration may add a protocol whose extension
  /// reads a key.
  @Test(arguments: [
    ("extension Screen: Tracked {}", true), ("extension Space.Inner: Tracked {}", true),
    ("class Base: Tracked {}", true), ("class Middle: Root {}", true),
    ("extension Root: Tracked {}", true), ("protocol Named: Tracked {}", true),
    ("typealias Alias = Tracked", true), ("extension ClientKey: Live {}", true),
    ("extension Other: Tracked {}", false), ("struct Screens {}", false),
    ("extension Screen { func f() {} }", false),
  ])
  func `the summary lists conditions around conformances of types of the graph`(
    declaration: String,
    isListed: Bool
  ) {
    let analysis = Analysis(
      of: [
        "App/App.swift": """
        @Instantiable final class Screen: Base, Alias { @Instantiated let a: Space.Inner }
        enum Space { @Instantiable struct Inner: Named, Sendable {} }
        enum ClientKey: TestDependencyKey {}
        class Middle: Root {}
        """,
        "App/Base.swift": "class Base: Middle {}\nclass Root {}\nstruct Other {}",
        "App/Extra.swift": "#if canImport(Elsewhere)\n\(declaration)\n#endif",
      ]
    )

    let names = analysis.project.undecidedConditions.map(\.name)
    #expect(names == (isListed ? ["Elsewhere"] : []))
    #expect(CheckSummary.text(of: analysis).contains("Elsewhere (App/Extra.swift:1:1)") == isListed)
  }

  @Test func `the summary counts key reads by whether their keys have a live value`() {
    let analysis = Analysis(
      of: """
        @Instantiable struct App {
          @Instantiated let page: Page
          @Dependency(\\.live) var a
          @Dependency(\\.b) var b
        }
        @Instantiable struct Page {
          @Dependency(\\.live) var a
          @Dependency(\\.b) var b
          @Dependency(\\.c) var c
          // dependence:allow-missing-live
          @Dependency(\\.missing) var d
        }
        @Instantiable(isRoot: true) struct Other {}
        @Instantiable struct Orphan { @Received let a: A; @Dependency(\\.d) var d }
        enum MissingKey: TestDependencyKey {}
        extension DependencyValues {
          @DependencyEntry var live: Int = 1
          var missing: Int { self[test: MissingKey.self] }
        }
        """
    )

    #expect(
      CheckSummary.text(of: analysis) == """
        the graph is valid: 3 types under 2 roots
        not under a root, so no generated code creates them: Orphan
        2 key reads with a live value
        1 key read whose value is provided elsewhere
        not checked, because the scanned files do not show whether the key has a live value: \\.b, \\.c

        """
    )
  }
}
