struct TextPage {
  private let timeline: Timeline
  private let columns: Int
  private let labels: Int
  private let bands: [TimelineBand]

  init(_ timeline: Timeline, columns: Int) {
    self.timeline = timeline
    self.columns = columns
    let texts = timeline.rows.map(\.participant.title) + TextBand.headings
    labels = min(28, texts.map(\.columns).max()!)
    // Reserve two columns before the first block, and one column after the last block for the
    // symbol at the end of a row.
    let (width, pitch) = (columns - labels - 3, max(3, "\(timeline.steps) ".count))
    let ruler = TimelineBand.Ruler(width: width, pitch: pitch, gap: 1) { $0.text.columns + 1 }
    bands = TimelineBand.fold(timeline.blocks.indices, of: timeline, by: ruler)
  }

  /// Returns the lines of a text diagram of the run, with lists of steps, tasks and symbols.
  ///
  /// - Parameter listsStepsFirst: Whether the list of steps precedes the diagram.
  func lines(limit: Int, listsStepsFirst: Bool = false) -> [String] {
    let sentences = [timeline.headline, timeline.summary]
    let headline = ([timeline.failureLine].compactMap(\.self) + sentences.flowing(in: columns))
      .map { $0.elided(to: columns) }
    let legend = timeline.legend.flowing(in: columns)
    let suspended = list("suspended:", timeline.suspended, limit: limit / 6)
    if listsStepsFirst {
      let steps = list("steps:", timeline.ran, limit: limit / 3, elides: .middle)
      let room = limit - headline.count - steps.count - legend.count - 1 - suspended.count
      // The list of steps comes first only in a failure message, which already begins with the
      // failure. Do not repeat the failure in the headline.
      let headline = sentences.flowing(in: columns).map { $0.elided(to: columns) }
      return headline + suspended + steps + pictures(in: room) + [""] + legend
    }
    var room = limit - headline.count - legend.count - 1 - suspended.count
    let pictures = pictures(in: room)
    room -= pictures.count
    let creations = list("created:", timeline.creations, limit: min(room - 3, room / 2))
    room -= creations.count
    let ran = list("ran:", timeline.ran, limit: room - 3)
    return headline + pictures + [""] + legend + suspended + creations + ran
  }

  private func pictures(in room: Int) -> [String] {
    // If the diagram has several strips, limit the number of rows in each strip. Two strips must
    // fit on the page, with two lines between them for a note about omitted steps.
    let rows = bands.count < 2 ? room - TextBand.overhead : (room - 2) / 2 - TextBand.overhead
    var left = room - 2
    var first: [[String]] = []
    var last: [[String]] = []
    var next = (first: 0, last: bands.count - 1)
    while next.first <= next.last {
      let isFromEnd = last.count <= first.count
      let picture = picture(of: isFromEnd ? next.last : next.first, rows: max(3, rows))
      // Always draw the last strip of the diagram, even if it does not fit, because it shows the
      // failure.
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
    var gap: [String] = []
    if next.first <= next.last {
      let (from, to) = (bands[next.first].blocks.lowerBound, bands[next.last].blocks.upperBound)
      gap = ["", "… \(timeline.omission(from..<to)) …"]
    }
    return first.joined() + gap + last.joined()
  }

  private func picture(of band: Int, rows: Int) -> [String] {
    [""] + TextBand(bands[band], of: timeline, rows: rows, labels: labels).lines
  }

  private enum Elision { case middle, end }

  private func list(
    _ heading: String,
    _ items: [String],
    limit: Int,
    elides elision: Elision = .end
  ) -> [String] {
    guard !items.isEmpty, limit > 0 else { return [] }
    var lines = items.map { "  \($0.elided(to: columns - 2))" }
    let omitted = items.count - limit
    if omitted > 0 {
      let start = elision == .end ? limit : limit / 3
      lines.replaceSubrange(start..<start + omitted, with: ["  … and \(omitted) more"])
    }
    return ["", heading] + lines
  }
}

extension Timeline {
  fileprivate var ran: [String] {
    let lines = blocks.flatMap { block in
      let title = rows[block.row].participant.title
      let functions = block.functions.joined(separator: ", ")
      let first = functions.isEmpty ? [] : ["\(block.steps.lowerBound + 1)  \(title): \(functions)"]
      return first + block.decisions.map { "\($0.step + 1)  \(title): \($0.text)" }
    }
    guard !lines.isEmpty, let failureLine else { return lines }
    return lines + ["✘  \(failureLine)"]
  }

  fileprivate var creations: [String] {
    rows.compactMap { row in
      if case .suspended = row.end { return nil }
      return row.participant.location.map { "\(row.participant.title), at \($0)" }
    }
  }
}

/// A renderer that draws a run with text characters, for terminals and logs.
struct TimelineText: Sendable {
  /// ASCII replacements for the characters of the diagram. Each replacement has the same width as
  /// the original character, so that columns stay aligned.
  private static let replacements: [Character: Character] = [
    "■": "#", "▣": "M", "◆": "P", "◈": "Q", "◇": "o", "│": "|", "┊": ":", "╮": "+", "╰": "+",
    "╭": "+", "╯": "+", "├": "+", "┤": "+", "┼": "+", "─": "-", "·": ".", "‖": "=", "▸": ">",
    "✓": "*", "✘": "x", "…": "~", "µ": "u",
  ]

  /// Draws a run for a failure message, with the list of steps first. The text is ASCII, because
  /// `swift test` may lose parts of long messages that contain other characters.
  func drawForRunner(_ record: RunRecord) -> String {
    let page = TextPage(Timeline(record.inASCII), columns: columns)
    return page.lines(limit: lines, listsStepsFirst: true)
      .map { String($0.map { Self.replacements[$0] ?? $0 }) + "\n" }.joined()
  }

  /// The maximum width of the diagram in columns, which must be at least 80.
  var columns = 100
  /// The maximum number of lines in the diagram, which must be at least 30. If a run's diagram
  /// needs more, lines in the middle are left out.
  var lines = 60

  func draw(_ record: RunRecord) -> String {
    let page = TextPage(Timeline(record), columns: columns)
    return page.lines(limit: lines).map { $0 + "\n" }.joined()
  }
}
