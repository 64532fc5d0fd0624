/// The dimensions of a run's SVG diagram, in pixels.
struct SVGGrid: Sendable {
  /// The width of the space between two blocks. This space contains the vertical lines from a block
  /// to the tasks and actors that it woke.
  static let gutter = 14
  static let blockHeight = 22
  static let axis = 28

  let labels: Int
  let start: Int
  let rowHeight: Int
  private let width: Int
  /// The width of the widest note at the end of a row, such as "not blocked".
  private let notes: Int
  private var pitch = 58

  /// Creates a grid whose blocks are as wide as possible without breaking the diagram into more
  /// horizontal strips than the narrowest blocks would require.
  init(_ timeline: Timeline, first: Range<Int>, last: Range<Int>) {
    let participants = timeline.rows.map(\.participant)
    let titles = participants.map { SVGText.width(of: $0.title, size: 12) }
    let locations = participants.map { SVGText.width(of: $0.location ?? "", size: 10) }
    labels = SVGPage.margin + min(184, (titles + locations).reduce(60, max))
    start = labels + 22
    rowHeight = participants.contains { $0.location != nil } ? 40 : 34
    let ends = timeline.rows.compactMap(\.end.note).map { SVGText.width(of: $0, size: 11) + 22 }
    notes = ends.max() ?? 0
    width = SVGPage.width - SVGPage.margin - start
    var narrowest = self
    let number = SVGText.width(of: "\(timeline.steps)", size: 11)
    narrowest.pitch = Self.gutter + max(20, (number + 9) / 2 * 2)
    let folds = { (grid: SVGGrid) in
      grid.fold(first, of: timeline).count + grid.fold(last, of: timeline).count
    }
    let fewest = folds(narrowest)
    while folds(self) > fewest { pitch = max(narrowest.pitch, pitch - 2) }
  }

  var blockWidth: Int { pitch - Self.gutter }

  func fold(_ blocks: Range<Int>, of timeline: Timeline) -> [TimelineBand] {
    let bands = TimelineBand.fold(blocks, of: timeline, by: ruler(width))
    guard let last = bands.last, last.blocks.upperBound == timeline.blocks.count
    else { return bands }
    return bands.dropLast() + TimelineBand.fold(last.blocks, of: timeline, by: ruler(width - notes))
  }

  private func ruler(_ width: Int) -> TimelineBand.Ruler {
    TimelineBand.Ruler(width: width, pitch: pitch, gap: 22) {
      SVGText.width(of: $0.text, size: 12) + 6
    }
  }
}

extension Timeline.Row.State {
  var note: String? {
    switch self {
    case .suspended(let since): "since \(since.text)"
    case .runnable, .enqueued: "not blocked"
    case .absent, .finished: nil
    }
  }
}
