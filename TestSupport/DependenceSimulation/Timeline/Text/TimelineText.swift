/// Draws a run with characters, for terminals and logs.
struct TimelineText: Sendable {
  /// How wide it may be; at least 80.
  var columns = 100
  /// How long it may be; at least 30. What is too much is left out in the middle.
  var lines = 60
  /// Whether to use colours, as a terminal shows them.
  var isColored = false

  func draw(_ record: RunRecord) -> String { draw(Timeline(record)) }

  func draw(_ timeline: Timeline) -> String {
    let page = TextPage(timeline, columns: max(80, columns))
    return page.lines(limit: max(30, lines))
      .map { $0.rendered(isColored: isColored) + "\n" }.joined()
  }
}
