import DependenceGraphKernel
import Testing

@testable import DependenceGraphAnalysis

struct LayeredLayoutTests {
  private func columns(_ layout: LayeredLayout) -> [Int?] {
    (0..<4).map { box in layout.columns.firstIndex { $0.contains(box) } }
  }

  @Test func `a box is placed one column to the right of its last predecessor`() {
    let layout = LayeredLayout(boxes: 4, arrows: [(0, 1), (1, 2), (0, 2), (2, 3)])

    #expect(columns(layout) == [0, 1, 2, 3])
    // The third arrow spans two columns, so its route has an additional point in the column between
    // them.
    #expect(layout.routes.map(\.count) == [2, 2, 3, 2])
    #expect(layout.columns.map(\.count) == [1, 2, 1, 1])
  }

  @Test func `the boxes of a cycle are placed in one column`() {
    let layout = LayeredLayout(boxes: 4, arrows: [(0, 1), (1, 2), (2, 1), (2, 3)])

    #expect(columns(layout) == [0, 1, 1, 2])
  }

  @Test func `a column is sorted by the rows of its predecessors`() {
    let layout = LayeredLayout(boxes: 6, arrows: [(0, 5), (1, 4), (2, 3)])

    #expect(layout.columns == [[0, 1, 2], [5, 4, 3]])
  }

  /// Returns random arrows between 14 boxes, which depend only on the seed.
  private func tangle(seed: UInt64) -> [(from: Int, to: Int)] {
    var random = SeededGenerator(seed: seed)
    return (0..<22).map { _ in
      (Int.random(in: 0..<14, using: &random), Int.random(in: 0..<14, using: &random))
    }
    .filter { $0.0 < $0.1 }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a column is finally sorted by the rows of its successors`(seed: UInt64) {
    let layout = LayeredLayout(boxes: 14, arrows: tangle(seed: seed))
    let rows = Dictionary(
      uniqueKeysWithValues: layout.columns.flatMap { $0.enumerated().map { ($1, $0) } }
    )
    let links = layout.routes.flatMap { zip($0, $0.dropFirst()) }

    #expect(layout.columns.flatMap(\.self).sorted() == Array(0..<rows.count))
    for column in layout.columns {
      let middles = column.compactMap { item -> Double? in
        let after = links.filter { $0.0 == item }.map { rows[$0.1]! }
        return after.isEmpty ? nil : Double(after.reduce(0, +)) / Double(after.count)
      }
      // An item without successors keeps its row, so a column with such an item need not be sorted.
      if middles.count == column.count { #expect(middles == middles.sorted()) }
    }
  }

  /// Returns the number of pairs of arrows that cross if the boxes are in the given order.
  private func crossings(_ columns: [[Int]], _ routes: [[Int]]) -> Int {
    let rows = Dictionary(
      uniqueKeysWithValues: columns.flatMap { $0.enumerated().map { ($1, $0) } }
    )
    return columns.reduce(0) { sum, column in
      let links = routes.flatMap { zip($0, $0.dropFirst()) }
        .filter { column.contains($0.0) }.map { (rows[$0.0]!, rows[$0.1]!) }
      return sum
        + links.reduce(0) { sum, one in
          sum + links.count { $0.0 < one.0 && $0.1 > one.1 }
        }
    }
  }

  @Test func `the layout of random graphs has far fewer crossing arrows than an unsorted one`() {
    let layouts = (0..<40 as Range<UInt64>).map { seed in
      LayeredLayout(boxes: 14, arrows: tangle(seed: seed))
    }

    let sorted = layouts.map { crossings($0.columns, $0.routes) }.reduce(0, +)
    let unsorted = layouts.map { crossings($0.columns.map { $0.sorted() }, $0.routes) }

    #expect(3 * sorted < unsorted.reduce(0, +))
  }

  @Test(arguments: [(100, 102), (40_000, 2)])
  func `a long arrow is drawn straight if its route would need too many points`(
    between: Int,
    points: Int
  ) {
    let chain = (1..<between + 2).map { ($0 - 1, $0) }

    let layout = LayeredLayout(boxes: between + 2, arrows: chain + [(0, between + 1)])

    #expect(layout.routes.last?.count == points)
    #expect(layout.routes.dropLast().allSatisfy { $0.count == 2 })
  }

  @Test func `an empty graph renders as an empty picture`() {
    let layout = LayeredLayout(boxes: 0, arrows: [])

    #expect(layout.columns == [])
    let svg = SVGReport.render(Analysis(Project()))
    #expect(svg.contains(/<svg [^>]*width="[1-9][0-9]*" height="[1-9][0-9]*"/))
    #expect(!svg.contains("<rect "))
    #expect(svg.hasSuffix("</svg>\n"))
  }

  @Test func `a chain of 20,000 boxes is laid out without a stack overflow`() {
    let layout = LayeredLayout(boxes: 20_000, arrows: (1..<20_000).map { ($0 - 1, $0) })

    #expect(layout.columns.count == 20_000)
  }
}
