import Foundation
import Testing

@testable import DependenceGraphAnalysis

/// Tests of pictures of parts of graphs, and of graphs that are too large to be shown completely.
struct PictureTests {
  /// Returns a graph in which each module uses the next one. The first type of each module creates
  /// the other types of the module.
  private func modules(_ count: Int, types: Int) -> Analysis {
    Analysis(
      Project(
        files: (0..<count).map { module in
          let first = (1..<types).map { "@Instantiated let c\($0): M\(module)_\($0)" }
          let next = module + 1 < count ? ["@Instantiated let next: M\(module + 1)_0"] : []
          let members = (first + next + ["@Dependency(\\.clock) var clock"]).joined(separator: "\n")
          let rest = (1..<types).map { "@Instantiable struct M\(module)_\($0) {}" }
          let source = (["@Instantiable struct M\(module)_0 {\n\(members)\n}"] + rest)
            .joined(separator: "\n")
          return FileSummary(
            source: Array(source.utf8),
            path: "M\(module)/All.swift",
            module: "M\(module)"
          )
        }
      )
    )
  }

  private func titles(_ svg: String) -> Set<String> {
    Set(svg.matches(of: /<title>([^<]*)</).map { String($0.output.1) })
  }

  @Test func `a graph with many types is drawn as its modules with counted arrows`() {
    let svg = SVGReport.render(modules(4, types: 250))

    #expect(svg.contains(">M0</text>"))
    #expect(svg.contains(">250 types, 1 of them a root</text>"))
    #expect(svg.contains(">keys</text>"))
    #expect(
      titles(svg) == [
        "M0 → M1: 1", "M1 → M2: 1", "M2 → M3: 1", "M0 → keys: 1", "M1 → keys: 1",
        "M2 → keys: 1", "M3 → keys: 1",
      ]
    )
    #expect(svg.contains("class=\"count\""))
  }

  @Test func `a graph with few types shows every type`() {
    #expect(SVGReport.render(modules(2, types: 5)).contains(">M1_4</text>"))
    #expect(SVGReport.render(modules(1, types: 150)).contains(">M0_149</text>"))
  }

  @Test(arguments: [.everything, .module("App")] as [GraphPicture.Part])
  func `a module with a thousand types shows the types with the most descendants`(
    part: GraphPicture.Part
  ) {
    let tree = (0..<1_000).map { index in
      let children = [3 * index + 1, 3 * index + 2, 3 * index + 3].filter { $0 < 1_000 }
        .map { "@Instantiated let t\($0): T\($0)" }
      return "@Instantiable struct T\(index) { \(children.joined(separator: "; ")) }"
    }
    let analysis = Analysis(of: tree.joined(separator: "\n"))

    let picture = GraphPicture(analysis, part, most: 200)
    let below = picture.boxes.map { box in
      box.caption.firstMatch(of: /with ([0-9]+) below/).flatMap { Int($0.1) } ?? 0
    }

    #expect(picture.boxes.count == 40)
    #expect(picture.boxes.prefix(4).map(\.name) == ["T0", "T1", "T2", "T3"])
    #expect(below.reduce(40, +) == 1_000)
    // Every shown type except the root is created by another shown type.
    #expect(picture.arrows.count == 39)
  }

  @Test func `types that no shown type creates are counted in a separate box`() {
    let source = (0..<300).map { "@Instantiable(isRoot: true) struct T\($0) {}" }
    let analysis = Analysis(of: source.joined(separator: "\n"))

    let picture = GraphPicture(analysis, most: 200)

    #expect(picture.boxes.count == 41)
    #expect(picture.boxes.contains { $0.name == "others" && $0.caption == "260 types" })
    #expect(GraphPicture(analysis).boxes.count == 300)
  }

  @Test func `a picture of a module has its types, its keys and the adjacent modules`() {
    let svg = SVGReport.render(modules(4, types: 3), .module("M1"))

    #expect(
      titles(svg) == [
        "M0 → M1_0: 1", "M1_0.c1 → M1_1", "M1_0.c2 → M1_2", "M1_0 → M2: 1", "M1_0 → \\.clock",
      ]
    )
    #expect(!svg.contains(">M3</text>"))
  }

  @Test func `a picture around a type ends at the given number of arrows`() {
    let analysis = modules(5, types: 2)
    let start = analysis.graph.nodes.firstIndex { $0.createdType.description == "M2_0" }!
    func names(_ depth: Int) -> Set<String> {
      let boxes = GraphPicture(analysis, .around([start], depth: depth)).boxes
      return Set(boxes.filter { $0.kind != .key }.map(\.name))
    }

    #expect(names(0) == ["M2_0"])
    #expect(names(1) == ["M1_0", "M2_0", "M2_1", "M3_0"])
    #expect(names(2) == ["M0_0", "M1_0", "M1_1", "M2_0", "M2_1", "M3_0", "M3_1", "M4_0"])
  }

  @Test(arguments: [
    "A", "AVeryLongNameOfATypeThatGoesOnAndOnAndOnUntilNobodyWantsToReadItAnyMore", "名前のサービス",
    "Box<[String: (Int, Int) -> Void]>", "Überweisung",
  ])
  func `a name fits into its box`(name: String) throws {
    let module = "AModuleWithAnEvenLongerName"
    let source = """
      struct Box<T> {}
      @Instantiable extension Box { static func instantiate() -> Box<[String: (Int, Int) -> Void]> { Box() } }
      @Instantiable struct \(name.prefix { $0 != "<" }) {}
      """
    let file = FileSummary(source: Array(source.utf8), path: "A.swift", module: module)

    let svg = SVGReport.render(Analysis(Project(files: [file])))

    #expect(XMLDocumentCheck.isWellFormed(svg))
    for box in svg.split(separator: "<g class=").dropFirst() {
      let width = try #require(box.firstMatch(of: /\ width="([0-9.]+)"/).flatMap { Double($0.1) })
      let texts = box.matches(of: /textLength="([0-9.]+)"/).compactMap { Double($0.1) }
      #expect(texts.count == 2)
      #expect(texts.allSatisfy { $0 <= width - 20 })
    }
  }

  @Test func `a column with many boxes is split into several columns`() throws {
    let svg = SVGReport.render(modules(1, types: 150))

    let height = try #require(svg.firstMatch(of: /height="([0-9.]+)"/).flatMap { Double($0.1) })
    let lefts = Set(svg.matches(of: /<rect x="([0-9.]+)"/).map { String($0.1) })
    #expect(height < 1_400)
    #expect(lefts.count > 5)
  }
}
