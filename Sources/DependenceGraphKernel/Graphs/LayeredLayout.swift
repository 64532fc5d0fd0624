/// A layout that arranges the boxes of a diagram in columns, so that most arrows between boxes
/// point to the right and few of them cross.
///
/// This is a variant of Sugiyama's algorithm. Each box is placed to the right of all boxes with an
/// arrow to it, except that boxes in the same cycle share a column. An arrow that crosses
/// intermediate columns reserves a gap between boxes, called a *passage*, in each of them. Finally,
/// the boxes and passages in each column are sorted by the average position of those that they are
/// connected to in the adjacent column.
package struct LayeredLayout {
  /// A box or a passage in a column. A passage is a gap reserved for an arrow that crosses the
  /// column.
  private struct Item {
    var column: Int
    var row = 0
    var before: [Int] = []
    var after: [Int] = []
  }

  /// The maximum number of passages, which are gaps reserved for arrows that cross a column. If a
  /// layout would need more, none are reserved, and arrows may cross other boxes.
  private static let mostPassages = 20_000
  private static let sweeps = 6

  private var items: [Item]
  package private(set) var columns: [[Int]] = []
  /// Each arrow's route: the indices of its start box, its passages through other columns, and its
  /// end box.
  package private(set) var routes: [[Int]] = []

  package init(boxes: Int, arrows: [(from: Int, to: Int)]) {
    let depths = Self.depths(boxes: boxes, arrows: arrows)
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

  private static func depths(boxes: Int, arrows: [(from: Int, to: Int)]) -> [Int] {
    var successors = Array(repeating: [Int](), count: boxes)
    for arrow in arrows { successors[arrow.from].append(arrow.to) }
    let components = stronglyConnectedComponents(of: successors)
    let component = componentNumbers(of: components)
    var depths = Array(repeating: 0, count: components.count)
    // The components are in reverse topological order. Iterate in reverse, so that each component
    // is visited before the components that its arrows lead to.
    for number in components.indices.reversed() {
      for member in components[number] {
        for next in successors[member] where component[next] != number {
          depths[component[next]] = max(depths[component[next]], depths[number] + 1)
        }
      }
    }
    return (0..<boxes).map { depths[component[$0]] }
  }

  /// Sorts the items (boxes and passages) in each column to reduce the number of crossing arrows.
  /// The order depends on the average position of the items that they are connected to in the
  /// previous column or, if `forwards` is `false`, in the next column.
  private mutating func sort(forwards: Bool) {
    for column in forwards ? Array(columns.indices) : columns.indices.reversed() {
      let positions = columns[column].enumerated().map { row, item in
        let neighbors = forwards ? items[item].before : items[item].after
        let sum = neighbors.reduce(0) { $0 + items[$1].row }
        let middle = neighbors.isEmpty ? Double(row) : Double(sum) / Double(neighbors.count)
        return (middle: middle, row: row, item: item)
      }
      columns[column] = positions.sorted { ($0.middle, $0.row) < ($1.middle, $1.row) }.map(\.item)
      for (row, item) in columns[column].enumerated() { items[item].row = row }
    }
  }
}
