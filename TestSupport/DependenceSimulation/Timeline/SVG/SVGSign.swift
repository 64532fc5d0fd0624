enum SVGSign {
  static func path(_ style: String, _ path: String) -> String {
    #"<path class="\#(style)" d="\#(path)"/>\#n"#
  }

  static func diamond(_ style: String, _ x: Int, _ y: Int) -> String {
    path(style, "M\(x) \(y - 5)l5 5l-5 5l-5 -5z")
  }

  static func check(_ x: Int, _ y: Int) -> String {
    #"<circle class="done" cx="\#(x)" cy="\#(y)" r="6"/>\#n"#
      + path("tick", "M\(x - 3) \(y)l2 2.5l4 -4.5")
  }

  /// Draws the symbol for an advance of virtual time, with its upper-left corner at `point`.
  static func jump(at point: String) -> String {
    path("jump", "M\(point)l6 4.5l-6 4.5zm6 0l6 4.5l-6 4.5z")
  }

  /// Draws the symbol that ends the row of a task or actor that has not finished.
  static func end(_ state: Timeline.Row.State, _ x: Int, _ y: Int, _ note: String = "") -> String {
    let (name, sign) =
      state.isSuspended ? ("stuck", "M-2 -3v6M2 -3v6") : ("able", "M-2 -3l5 3l-5 3z")
    let text = note.isEmpty ? "" : #"<text x="14" y="4">\#(note.xml)</text>\#n"#
    return #"""
      <g class="end \#(name)" transform="translate(\#(x) \#(y))"><circle r="8"/>
      <path d="\#(sign)"/>
      \#(text)</g>

      """#
  }
}
