/// How a picture looks, by day and by night.
enum SVGStyle {
  // Not custom properties: many programs that show SVG do not know them.
  static let sheet = """

    text { font-family: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, Arial, \
    sans-serif; font-size: 12px }
    .headline { font-size: 15px; font-weight: 600 }
    .time, .end text, .legend text { font-size: 11px }
    .time { font-weight: 600 }
    .origin { font-size: 10px }
    .middle, .block text { text-anchor: middle }
    .block text { font-size: 11px; font-weight: 600 }
    .block rect, .wake, .runnable, .choice, .passed { stroke-width: 1.5 }
    .block.early rect { stroke-width: 2 }
    .wake, .runnable, .suspended, .tick { fill: none }
    .suspended { stroke-width: 1.5; stroke-dasharray: 1 4; stroke-linecap: round }
    .tick, .stuck path { stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round }
    \(SVGPalette.day.rules)
    @media (prefers-color-scheme: dark) {
    \(SVGPalette.night.rules)
    }

    """
}
