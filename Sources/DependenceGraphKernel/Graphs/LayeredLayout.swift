/// Arranges boxes in columns such that most arrows point to the right and few arrows cross.
///
/// The layout follows Sugiyama's algorithm. Each box is placed to the right of all boxes with
/// arrows to it. A long arrow gets a passage, which is a gap between boxes, in every column that it
/// crosses. Each column is sorted by the rows of the connected boxes and passages.
package struct LayeredLayout {
  /// A box, or a passage, which is a gap that carries a long arrow through a column.
  private struct Item {
    var column: Int
    var row = 0
    var before: [Int] = []
    var after: [Int] = []
  }

  /// The maximum number of passages in a layout. If more are needed, all arrows are straight.
  private static let mostPassages = 20_000
  private static let sweeps = 6

  private var items: [Item]
  package private(set) var columns: [[Int]] = []
  /// The boxes and passages along each arrow, from its first box to its last box.
  package private(set) var routes: [[Int]] = []

  package init(boxes: Int, arrows: [(from: Int, to: Int)]) {
    let depths = Self.columns(boxes: boxes, arrows: arrows)
    items = depths.map { Item(column: $0) }
    let passages = arrows.reduce(0) { $0 + max(0, depths[$1.to] - depths[$1.from] - 1) }
    for arrow in arrows {
      let (from, to) = (depths[arrow.from], depths[arrow.to])
      guard to > from, passages <= Self.mostPassages else {
        routes.append([arrow.from, arrow.to])
        continue
      }
      var route = [arrow.from]
      for column in from + 1..<to {
        items.append(Item(column: column))
        route.append(items.count - 1)
      }
      route.append(arrow.to)
      for (left, right) in zip(route, route.dropFirst()) {
        items[left].after.append(right)
        items[right].before.append(left)
      }
      routes.append(route)
    }
    columns = Array(repeating: [], count: (items.map(\.column).max() ?? -1) + 1)
    for index in items.indices { columns[items[index].column].append(index) }
    for column in columns { for (row, item) in column.enumerated() { items[item].row = row } }
    for sweep in 0..<Self.sweeps { sort(forwards: sweep.isMultiple(of: 2)) }
  }

  private static func columns(boxes: Int, arrows: [(from: Int, to: Int)]) -> [Int] {
    var successors = Array(repeating: [Int](), count: boxes)
    for arrow in arrows { successors[arrow.from].append(arrow.to) }
    let components = stronglyConnectedComponents(of: successors)
    let component = componentNumbers(of: components)
    var depths = Array(repeating: 0, count: components.count)
    // In reverse order, every component comes before the components to which its arrows lead.
    for number in components.indices.reversed() {
      for member in components[number] {
        for next in successors[member] where component[next] != number {
          depths[component[next]] = max(depths[component[next]], depths[number] + 1)
        }
      }
    }
    return (0..<boxes).map { depths[component[$0]] }
  }

  /// Sorts each column by the average rows of the connected items in the previous column, or in the
  /// next column if `forwards` is `false`.
  private mutating func sort(forwards: Bool) {
    for column in forwards ? Array(columns.indices) : columns.indices.reversed() {
      let positions = columns[column].enumerated().map { row, item in
        let neighbours = forwards ? items[item].before : items[item].after
        let sum = neighbours.reduce(0) { $0 + items[$1].row }
        let middle = neighbours.isEmpty ? Double(row) : Double(sum) / Double(neighbours.count)
        return (middle: middle, row: row, item: item)
      }
      columns[column] = positions.sorted { ($0.middle, $0.row) < ($1.middle, $1.row) }.map(\.item)
      for (row, item) in columns[column].enumerated() { items[item].row = row }
    }
  }
}
