extension TextBand {
  static let headings = ["time", "step", "could run"]

  var times: StyledText {
    var line = heading(Self.headings[0])
    for mark in band.marks {
      pad(&line, before: mark.block, isJump: mark.isJump)
      line.append(mark.time.words, .time)
    }
    return line
  }

  var numbers: StyledText {
    var line = heading(Self.headings[1])
    for block in band.blocks {
      pad(&line, before: block, isJump: timeline.isJump(block))
      line.append("\(timeline.blocks[block].steps.lowerBound + 1)", .faint)
    }
    return line
  }

  var choices: StyledText {
    var line = heading(Self.headings[2])
    for block in band.blocks {
      pad(&line, before: block, isJump: timeline.isJump(block))
      let drawn = timeline.blocks[block]
      guard drawn.turn != .only else { continue }
      line.append("\(drawn.candidates)", drawn.isOvertaking ? .outOfTurn : .faint)
    }
    return line
  }

  private func heading(_ text: String) -> StyledText { StyledText(text, .faint) }

  func pad(_ line: inout StyledText, before block: Int, isJump: Bool) {
    let start = labels + 2 + band.offset(of: block)
    if isJump {
      line.pad(to: start - 1)
      line.append("┊", .time)
    }
    line.pad(to: start)
  }
}
