import GoldenFiles
import Testing

@testable import DependenceGraphAnalysis

/// Tests of the boxes and arrows of pictures of graphs.
struct GraphPictureTests {
  private let analysis = Analysis(
    of: [
      "App/App.swift": """
      @Instantiable struct App {
        @Instantiated let first: Instantiator<Core>
        @Instantiated let second: Core
        @Instantiated let page: Page
        @Instantiated let again: Instantiator<Page>
        @Dependency(\\.a) var a
        @Dependency(\\.b) var b
        @Dependency(\\.a) var c
      }
      @Instantiable struct Page { @Dependency(\\.a) var a }
      """,
      "Core/Core.swift": """
      @Instantiable struct Core {
        @Instantiated let leaf: Leaf
        @Instantiated let other: Instantiator<Leaf>
        @Dependency(\\.a) var a
      }
      """,
      "Leaf/Leaf.swift": """
      @Instantiable struct Leaf { @Instantiated let back: Instantiator<Core> }
      @Instantiable struct Other {}
      @Instantiable struct More {}
      """,
    ]
  )

  private func text(_ picture: GraphPicture) -> [String] {
    let names = picture.boxes.map(\.name)
    return picture.boxes.map { "\($0.kind) \($0.name): \($0.caption)" }
      + picture.arrows.map { arrow in
        let count = arrow.count.map { " × \($0)" } ?? ""
        return "\(names[arrow.from]).\(arrow.label) \(arrow.kind) \(names[arrow.to])\(count)"
      }
  }

  @Test func `a picture of the whole graph has each type, arrow and key read`() {
    #expect(
      text(GraphPicture(analysis)) == [
        "root App: App", "type Page: App", "type Core: Core", "type Leaf: Leaf",
        "root Other: Leaf", "root More: Leaf", "key \\.a: key", "key \\.b: key",
        "App.first makesLater Core", "App.second makes Core", "App.page makes Page",
        "App.again makesLater Page", "Core.leaf makes Leaf", "Core.other makesLater Leaf",
        "Leaf.back makesLater Core", "App. reads \\.a", "App. reads \\.b", "Page. reads \\.a",
        "Core. reads \\.a",
      ]
    )
  }

  @Test func `a picture around a type ends where the graph ends`() {
    let picture = GraphPicture(analysis, .around([0], depth: .max))

    #expect(
      picture.boxes.map(\.name) == ["App", "Page", "Core", "Leaf", "\\.a", "\\.b"]
    )
  }

  @Test func `a picture of modules shows the numbers of types, roots, keys and arrows`() {
    #expect(
      text(GraphPicture(analysis, .modules)) == [
        "module App: 2 types, 1 of them a root", "module Core: 1 type",
        "module Leaf: 3 types, 2 of them roots", "key keys: 2",
        "App. makes Core × 2", "Core. makes Leaf × 2", "Leaf. makesLater Core × 1",
        "App. reads keys × 3", "Core. reads keys × 1",
      ]
    )
  }

  @Test func `a picture of one module has no arrows between other modules`() {
    #expect(
      text(GraphPicture(analysis, .module("App"))) == [
        "root App: App", "type Page: App", "module Core: 1 type", "key \\.a: key", "key \\.b: key",
        "App. makes Core × 2", "App.page makes Page", "App.again makesLater Page",
        "App. reads \\.a", "App. reads \\.b", "Page. reads \\.a",
      ]
    )
    #expect(
      text(GraphPicture(analysis, .module("Leaf"))) == [
        "type Leaf: Leaf", "root Other: Leaf", "root More: Leaf", "module Core: 1 type",
        "Core. makes Leaf × 2", "Leaf. makesLater Core × 1",
      ]
    )
  }

  @Test func `a picture with too many types shows types of equal rank in their order`() {
    let roots = (0..<41).map { "@Instantiable(isRoot: true) struct T\($0) {}" }
    let analysis = Analysis(of: roots.joined(separator: "\n"))
    let shown = (0..<40).map { "root T\($0): App" }

    #expect(text(GraphPicture(analysis, most: 41)) == shown + ["root T40: App"])
    #expect(text(GraphPicture(analysis, most: 40)) == shown + ["module others: 1 type"])
  }

  @Test func `hidden types are counted with the type that creates them`() {
    // There are 40 roots. Each root creates two types, and the second of these types reads two
    // keys.
    let source = (0..<40).map { index in
      """
      @Instantiable struct T\(index) {
        @Instantiated let a: A\(index)
        @Instantiated let b: Instantiator<B\(index)>
      }
      @Instantiable struct A\(index) { @Instantiated let b: Instantiator<B\(index)> }
      @Instantiable struct B\(index) { @Dependency(\\.x) var x; @Dependency(\\.y) var y }
      """
    }
    let analysis = Analysis(of: source.joined(separator: "\n"))

    #expect(
      text(GraphPicture(analysis, most: 40))
        == (0..<40).map { "root T\($0): App, with 2 below" } + ["key keys: 2"]
        + (0..<40).map { "T\($0). reads keys × 2" }
    )
  }

  @Test func `types with the most descendants are shown first`() {
    let broad = (0..<39).map { index in
      "@Instantiable struct T\(index) { @Instantiated let a: A\(index); @Instantiated let b: B\(index) }"
    }
    let leaves = (0..<39).map { "@Instantiable struct A\($0) {}\n@Instantiable struct B\($0) {}" }
    let analysis = Analysis(
      of: """
        @Instantiable struct App {
          @Instantiated let deep: Deep
          \((0..<39).map { "@Instantiated let t\($0): T\($0)" }.joined(separator: "\n"))
        }
        @Instantiable struct Deep { @Instantiated let c: C }
        @Instantiable struct C { @Instantiated let d: D }
        @Instantiable struct D { @Instantiated let e: E }
        @Instantiable struct E {}
        \((broad + leaves).joined(separator: "\n"))
        """
    )

    #expect(
      GraphPicture(analysis, most: 40).boxes.map { "\($0.name): \($0.caption)" } == [
        "App: App, with 3 below", "Deep: App, with 3 below",
      ] + (0..<38).map { "T\($0): App, with 2 below" }
    )
  }

  @Test func `a picture of a large module shows other modules only as boxes`() {
    let roots = (0..<41).map { "@Instantiable(isRoot: true) struct T\($0) {}" }
    let analysis = Analysis(
      of: [
        "App/App.swift": "@Instantiable struct App { @Instantiated let core: Core }",
        "Core/Core.swift": """
        @Instantiable struct Core { @Instantiated let leaf: Leaf }
        \(roots.joined(separator: "\n"))
        """,
        "Leaf/Leaf.swift": "@Instantiable struct Leaf {}",
      ]
    )

    #expect(
      text(GraphPicture(analysis, .module("Core"), most: 40)) == ["module others: 2 types"]
        + (0..<40).map { "root T\($0): Core" } + [
          "module App: 1 type, 1 of them a root", "module Leaf: 1 type", "App. makes others × 1",
          "others. makes Leaf × 1",
        ]
    )
  }

  // MARK: - Rendering

  @Test(arguments: [("A", 1), ("\u{10FF}", 1), ("\u{1100}", 2), ("名", 2)])
  func `an East Asian character is twice as wide as a Latin one`(name: String, factor: Int)
    throws
  {
    func width(of name: String) throws -> Double {
      let svg = SVGReport.render(Analysis(of: "@Instantiable struct \(name) {}"))
      let length = svg.firstMatch(of: /textLength="([0-9.]+)"/).flatMap { Double($0.1) }
      #expect(svg.contains(">\(name)<"))
      return try #require(length)
    }

    let (one, other) = try (width(of: "A"), width(of: name))

    // The picture contains widths that are rounded to tenths of a pixel.
    #expect(abs(other - Double(factor) * one) < 0.2)
  }

  @Test func `a type without a module has an empty caption`() {
    let file = FileSummary(
      source: Array("@Instantiable struct A {}".utf8),
      path: "A.swift",
      module: ""
    )

    let svg = SVGReport.render(Analysis(Project(files: [file])))

    #expect(svg.contains(/class="caption"[^>]*><\/text>/))
  }

  @Test func `arrows have counts only between modules`() {
    let analysis = Analysis(
      of: [
        "App/App.swift": """
        @Instantiable struct App { @Instantiated let a: A; @Instantiated let b: B }
        """,
        "Core/Core.swift": """
        @Instantiable struct A {}
        @Instantiable(isRoot: true) struct B {}
        """,
      ]
    )

    #expect(SVGReport.render(analysis, .modules).contains("class=\"count\""))
    #expect(!SVGReport.render(analysis, .module("Core")).contains("class=\"count\""))
    #expect(!SVGReport.render(analysis, .module("App")).contains("class=\"count\""))
  }

  @Test func `arrows that cross a column do not make it as wide as another box would`() throws {
    let leaves = (0..<30).map { "@Instantiated let l\($0): L\($0)" }.joined(separator: "\n")
    let types = (0..<30).map { "@Instantiable struct L\($0) {}" }.joined(separator: "\n")
    let analysis = Analysis(
      of: """
        @Instantiable struct App {
          @Instantiated let middle: Middle
          \(leaves)
        }
        @Instantiable struct Middle {
          \(leaves)
        }
        \(types)
        """
    )

    let boxes = SVGReport.render(analysis)
      .matches(of: /<rect x="([0-9.]+)" y="[0-9.]+" width="([0-9.]+)"/)
      .map { (left: Double($0.1)!, width: Double($0.2)!) }
    let lefts = Set(boxes.map(\.left)).sorted()

    // All arrows from `App` to the leaves cross the column of `Middle`, so this column is split.
    // The part of it that contains only arrows must be narrower than a box.
    let widths = lefts.map { left in boxes.filter { $0.left == left }.map(\.width).max()! }
    let gaps = zip(zip(lefts, widths), lefts.dropFirst()).map { $1 - $0.0 - $0.1 }
    #expect(gaps[1] < gaps[0] + widths.min()!)
  }

  private static let names = """
    @Instantiable struct Tree {
      @Instantiated let tree: Instantiator<Tree>
      @Instantiated let twig: Twig
      @Instantiated let a: N\(String(repeating: "a", count: 43))
      @Instantiated let b: N\(String(repeating: "b", count: 21))M\(String(repeating: "c", count: 22))
      @Instantiated let c: 名前のサービス
      @Instantiated let d: Über
      @Instantiated let long: 名前\(String(repeating: "é", count: 42))
      @Instantiated let e: `A <b>&" c`
      @Dependency(\\.clock) var clock
    }
    @Instantiable struct Twig { @Instantiated let tree: Instantiator<Tree>; @Dependency(\\.x) var x }
    @Instantiable struct N\(String(repeating: "a", count: 43)) {}
    @Instantiable struct N\(String(repeating: "b", count: 21))M\(String(repeating: "c", count: 22)) {
      @Instantiated let f: Über
    }
    @Instantiable struct 名前のサービス { @Instantiated let f: 名前\(String(repeating: "é", count: 42)) }
    @Instantiable struct 名前\(String(repeating: "é", count: 42)) {}
    @Instantiable struct Über { @Instantiated let c: Instantiator<Tree> }
    @Instantiable struct `A <b>&" c` {}
    """

  @Test func `names of any kind and arrows in any direction match the golden files`() throws {
    let analysis = Analysis(of: Self.names)

    try GoldenFile("Graph/Pictures/names.svg").expect(SVGReport.render(analysis))
    try GoldenFile("Graph/Pictures/names.dot").expect(DotReport.render(analysis))
  }

  @Test func `pictures of modules match the golden files`() throws {
    try GoldenFile("Graph/Pictures/modules.svg").expect(SVGReport.render(analysis, .modules))
    try GoldenFile("Graph/Pictures/module.svg").expect(SVGReport.render(analysis, .module("App")))
    try GoldenFile("Graph/Pictures/modules.dot").expect(DotReport.render(analysis, .modules))
  }

  /// Returns the y-coordinates of the boxes, grouped by their x-coordinates.
  private func columns(_ svg: String) -> [String: [String]] {
    let positions = svg.matches(of: /<rect x="([0-9.]+)" y="([0-9.]+)"/)
    return Dictionary(grouping: positions, by: { String($0.1) }).mapValues {
      $0.map { String($0.2) }
    }
  }

  /// Returns the number of boxes in each column of a picture, from left to right.
  private func heights(_ svg: String) -> [Int] {
    columns(svg).sorted { Double($0.key)! < Double($1.key)! }.map(\.value.count)
  }

  @Test(arguments: [5, 100, 200])
  func `a tall column is split into columns of equal height`(count: Int) {
    let roots = (0..<count).map { "@Instantiable struct T\($0) {}" }

    let heights = heights(SVGReport.render(Analysis(of: roots.joined(separator: "\n"))))

    #expect(heights.reduce(0, +) == count)
    #expect((heights.count > 1) == (count > 5))
    #expect(heights.allSatisfy { $0 <= 50 })
    #expect(Set(heights.dropLast()).count <= 1)
    #expect(heights.last! <= heights[0])
  }

  @Test(arguments: [(100, "T0"), (300, "M0")])
  func `a graph with hundreds of types is drawn as its modules`(count: Int, name: String) {
    let svg = SVGReport.render(modules(count))

    #expect(svg.contains(">\(name)</text>\n") || svg.contains(">\(name)</text><text"))
    #expect(svg.contains("class=\"\(name == "M0" ? "module" : "root")\""))
  }

  @Test func `columns become longer if there are many boxes`() {
    let (few, many) = (SVGReport.render(modules(300)), SVGReport.render(modules(900)))

    #expect(heights(many).reduce(0, +) == 900)
    #expect(heights(many)[0] > heights(few)[0])
  }

  /// Returns a graph of modules that each contain one type.
  private func modules(_ count: Int) -> Analysis {
    let project = Project(
      files: (0..<count).map { index in
        FileSummary(
          source: Array("@Instantiable struct T\(index) {}".utf8),
          path: "M\(index)/A.swift",
          module: "M\(index)"
        )
      }
    )

    return Analysis(project)
  }
}
