/// A timeline folded to the width of a page.
struct TextPage {
  private let timeline: Timeline
  private let columns: Int
  private let labels: Int
  private let bands: [TimelineBand]

  init(_ timeline: Timeline, columns: Int) {
    self.timeline = timeline
    self.columns = columns
    let longest = timeline.rows.map(\.participant.title.columns).max() ?? 0
    labels = min(28, max(longest, TextBand.headings.map(\.columns).max() ?? 0))
    bands = TimelineBand.fold(
      timeline.blocks.indices,
      of: timeline,
      by: TimelineBand.Ruler(
        // Two columns before the first block, and one after the last for how a row ends.
        width: columns - labels - 3,
        pitch: max(3, "\(timeline.steps) ".count),
        gap: 1,
        room: { $0.words.columns + 1 }
      )
    )
  }

  func lines(limit: Int) -> [StyledText] {
    let sentences = [timeline.headline, timeline.summary]
    let headline = sentences.flowing(in: columns).map {
      StyledText($0.elided(to: columns), .strong)
    }
    let legend = timeline.legend.flowing(in: columns).map { StyledText($0, .faint) }
    let suspended = list("suspended:", timeline.suspended, limit: limit / 6)
    var room = limit - headline.count - legend.count - 1 - suspended.count
    let pictures = pictures(in: room)
    room -= pictures.count
    let made = list("made:", timeline.made, limit: room - 3)
    return headline + pictures + [StyledText()] + legend + suspended + made
  }

  /// Bands from both ends, each after an empty line, and between them what is left out.
  private func pictures(in room: Int) -> [StyledText] {
    // Two bands, and the two lines between them.
    let rows = bands.count < 2 ? room - TextBand.overhead : (room - 2) / 2 - TextBand.overhead
    var left = room - 2
    var first: [[StyledText]] = []
    var last: [[StyledText]] = []
    var next = (first: 0, last: bands.count - 1)
    while next.first <= next.last {
      let isFromEnd = last.count <= first.count
      let picture = picture(of: isFromEnd ? next.last : next.first, rows: max(3, rows))
      // The end is where it went wrong. It is drawn in any case.
      guard picture.count <= left + (next.first == next.last ? 2 : 0) || last.isEmpty
      else { break }
      left -= picture.count
      if isFromEnd {
        last.insert(picture, at: 0)
        next.last -= 1
      } else {
        first.append(picture)
        next.first += 1
      }
    }
    var gap: [StyledText] = []
    if next.first <= next.last {
      let from = timeline.blocks[bands[next.first].blocks.lowerBound].steps.lowerBound + 1
      let to = timeline.blocks[bands[next.last].blocks.upperBound - 1].steps.upperBound
      gap = [StyledText(), StyledText("… steps \(from) to \(to) are left out …", .faint)]
    }
    return first.joined() + gap + last.joined()
  }

  private func picture(of band: Int, rows: Int) -> [StyledText] {
    let isLast = band == bands.count - 1
    return [StyledText()]
      + TextBand(bands[band], of: timeline, rows: rows, labels: labels, isLast: isLast).lines
  }

  /// A heading and some lines under it, after an empty line; nothing if there are none.
  private func list(_ heading: String, _ items: [String], limit: Int) -> [StyledText] {
    guard !items.isEmpty, limit > 0 else { return [] }
    var lines = items.prefix(limit).map { StyledText("  \($0.elided(to: columns - 2))") }
    if items.count > limit { lines.append(StyledText("  … and \(items.count - limit) more")) }
    return [StyledText(), StyledText(heading, .strong)] + lines
  }
}

extension Timeline {
  /// Where the rows come from that are not suspended, one a line, as far as that is known.
  fileprivate var made: [String] {
    rows.compactMap { row in
      if case .suspended = row.end { return nil }
      return row.participant.place.map { "\(row.participant.title), at \($0)" }
    }
  }
}
