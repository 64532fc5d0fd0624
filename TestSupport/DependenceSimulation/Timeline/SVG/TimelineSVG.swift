/// Draws a run as a picture that stands alone, for light and dark pages.
struct TimelineSVG: Sendable {
  /// How many blocks to draw at most, and at least 2. What is too much is left out in the middle.
  var blocks = 400

  func draw(_ record: RunRecord) -> String { draw(Timeline(record)) }

  func draw(_ timeline: Timeline) -> String {
    SVGPage(timeline, blocks: max(2, blocks)).markup
  }
}
