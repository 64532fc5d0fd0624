/// Where things are in a picture, in pixels.
struct SVGGrid: Sendable {
  /// Between two blocks; lines to those who are woken run in the middle of it.
  static let gutter = 14
  static let blockHeight = 22
  /// Above the rows of a band.
  static let axis = 28

  /// Where the labels end.
  let labels: Int
  /// Where the blocks begin.
  let start: Int
  let rowHeight: Int
  private let ruler: Ruler

  /// The widest blocks that take no more bands than the narrowest would.
  ///
  /// - Parameters:
  ///   - first: The first blocks that are to be drawn.
  ///   - last: Those up to the end.
  init(_ timeline: Timeline, first: Range<Int>, last: Range<Int>) {
    let participants = timeline.rows.map(\.participant)
    let titles = participants.map { SVGText.width(of: $0.title, size: 12) }
    let places = participants.map { SVGText.width(of: $0.place ?? "", size: 10) }
    labels = SVGPage.margin + min(184, max(60, (titles + places).max() ?? 0))
    start = labels + 22
    rowHeight = participants.contains { $0.place != nil } ? 40 : 34
    let notes = timeline.rows.compactMap(\.end.note).map { SVGText.width(of: $0, size: 11) + 22 }
    let width = SVGPage.width - SVGPage.margin - start
    let rulers = stride(from: 58, through: Self.pitch(timeline.steps), by: -2).map {
      Ruler(width: width, notes: notes.max() ?? 0, pitch: $0)
    }
    let folds = { (ruler: Ruler) in
      ruler.fold(first, of: timeline).count + ruler.fold(last, of: timeline).count
    }
    let narrowest = rulers[rulers.count - 1]
    let fewest = folds(narrowest)
    ruler = rulers.first { folds($0) == fewest } ?? narrowest
  }

  var blockWidth: Int { ruler.pitch - Self.gutter }

  func fold(_ blocks: Range<Int>, of timeline: Timeline) -> [TimelineBand] {
    ruler.fold(blocks, of: timeline)
  }

  /// How close blocks may come, with the number of a step in each.
  private static func pitch(_ steps: Int) -> Int {
    min(58, gutter + max(20, (SVGText.width(of: "\(steps)", size: 11) + 9) / 2 * 2))
  }
}

// MARK: - Bands

extension SVGGrid {
  private struct Ruler {
    let width: Int
    /// How much room the last band needs for how the rows end.
    let notes: Int
    let pitch: Int

    func fold(_ blocks: Range<Int>, of timeline: Timeline) -> [TimelineBand] {
      let bands = TimelineBand.fold(blocks, of: timeline, by: ruler(width))
      guard let last = bands.last, last.blocks.upperBound == timeline.blocks.count,
        last.width > width - notes
      else { return bands }
      return bands.dropLast()
        + TimelineBand.fold(last.blocks, of: timeline, by: ruler(width - notes))
    }

    private func ruler(_ width: Int) -> TimelineBand.Ruler {
      TimelineBand.Ruler(
        width: width,
        pitch: pitch,
        gap: 22,
        room: { SVGText.width(of: $0.words, size: 12) + 6 }
      )
    }
  }
}

extension Timeline.Row.State {
  /// What to write where a row ends; nil if it has come to its end.
  var note: String? {
    switch self {
    case .suspended(let since): "since \(since.words)"
    case .runnable, .visiting: "could go on"
    case .absent, .finished: nil
    }
  }
}
