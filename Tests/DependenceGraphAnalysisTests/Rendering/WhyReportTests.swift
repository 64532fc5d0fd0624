import GoldenFiles
import Testing

@testable import DependenceGraphAnalysis

struct WhyReportTests {
  private let analysis = Analysis(
    of: """
      @Instantiable(isRoot: true) struct App {
        @Instantiated let first: Screen
        @Instantiated let second: Instantiator<Screen>
        @Instantiated let log: Log
        @Instantiated let tab: Feature.Tab
      }
      @Instantiable(isRoot: true) struct Other {
        @Instantiated let tab: Feature.Tab
        @Instantiated let log: Log
      }
      @Instantiable(fulfillingAdditionalTypes: [Page.self, View.self]) struct Screen {
        @Received let log: Log
        @Received(onlyIfAvailable: true) let theme: Theme?
        @Received(fulfilledByDependencyNamed: "log", ofType: Log.self) let sink: Sink
        @Instantiated let part: Part
        @Dependency(\\.live) var a
        @Dependency(\\.missing) var b
        // dependence:allow-missing-live
        @Dependency(\\.missing) var c
        @Dependency(\\.unknown) var d
      }
      @Instantiable struct Part { @Forwarded let id: Int; @Received let log: Log }
      @Instantiable struct Log {}
      @Instantiable struct Orphan { @Received let log: Log }
      enum Feature {
        @Instantiable struct Tab { @Instantiated let screen: Instantiator<Screen> }
        @Instantiable struct Log {}
      }
      enum MissingKey: TestDependencyKey {}
      extension DependencyValues {
        @DependencyEntry var live: Int = 1
        var missing: Int { self[test: MissingKey.self] }
      }
      """
  )

  @Test(arguments: ["Screen", "Part", "Orphan", "App", "Feature.Tab"])
  func `the why report of a type matches its golden file`(name: String) throws {
    try GoldenFile("Graph/Why/\(name).txt").expect(WhyReport(name, in: analysis).text)
  }

  @Test(
    arguments: [
      ("Tab", ["Feature.Tab"]), ("Page", ["Screen"]), ("any View", ["Screen"]), ("Log", ["Log"]),
      ("Feature.Log", ["Feature.Log"]), ("App.Log", ["Log"]), ("Log?", []),
    ] as [(String, [String])]
  )
  func `a name matches a type, an additional type or the last part of a type name`(
    name: String,
    found: [String]
  ) {
    let nodes = (try? WhyReport(name, in: analysis))?.nodes ?? []

    #expect(nodes.map { analysis.graph.nodes[$0].createdType.description } == found)
  }
}
