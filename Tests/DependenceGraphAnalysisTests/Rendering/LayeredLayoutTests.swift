import DependenceGraphKernel
import Testing

@testable import DependenceGraphAnalysis

struct LayeredLayoutTests {
  private func columns(_ layout: LayeredLayout) -> [Int?] {
    (0..<4).map { box in layout.columns.firstIndex { $0.contains(box) } }
  }

  @Test func `a box stands one column to the right of the last that leads to it`() {
    let layout = LayeredLayout(boxes: 4, arrows: [(0, 1), (1, 2), (0, 2), (2, 3)])

    #expect(columns(layout) == [0, 1, 2, 3])
    // The arrow over two columns has a place in the one between.
    #expect(layout.routes.map(\.count) == [2, 2, 3, 2])
    #expect(layout.columns.map(\.count) == [1, 2, 1, 1])
  }

  @Test func `a cycle stands in one column`() {
    let layout = LayeredLayout(boxes: 4, arrows: [(0, 1), (1, 2), (2, 1), (2, 3)])

    #expect(columns(layout) == [0, 1, 1, 2])
  }

  @Test func `a column is sorted by where its arrows come from`() {
    let layout = LayeredLayout(boxes: 6, arrows: [(0, 5), (1, 4), (2, 3)])

    #expect(layout.columns == [[0, 1, 2], [5, 4, 3]])
  }

  @Test func `no boxes are no picture, and no crash`() {
    let layout = LayeredLayout(boxes: 0, arrows: [])

    #expect(layout.columns == [])
    #expect(SVGReport.render(Analysis(Project())).hasSuffix("</svg>\n"))
  }

  @Test func `a chain that is deeper than a stack is laid out`() {
    let layout = LayeredLayout(boxes: 20_000, arrows: (1..<20_000).map { ($0 - 1, $0) })

    #expect(layout.columns.count == 20_000)
  }
}
