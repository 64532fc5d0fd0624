extension Timeline.Block {
  var glyph: String {
    switch place {
    case .pool: isOvertaking ? "◆" : "■"
    case .mainActor: isOvertaking ? "◈" : "▣"
    }
  }
}

extension Timeline.Row.State {
  var glyph: String {
    switch self {
    case .absent, .finished: " "
    case .runnable: "─"
    case .suspended, .visiting: "·"
    }
  }
}

extension Timeline {
  var legend: [String] {
    let isOnMain = blocks.contains { $0.place == .mainActor }
    let hasOvertaking = blocks.contains(where: \.isOvertaking)
    let ends = rows.map(\.end)
    return [
      (true, "■ ran"),
      (isOnMain, "▣ on the main actor"),
      (hasOvertaking, (isOnMain ? "◆◈" : "◆") + " out of turn"),
      (hasOvertaking, "◇ was next"),
      (blocks.contains { !$0.woken.isEmpty }, "╮╰ woke"),
      (true, (ends.contains(where: \.isAble) ? "─▸" : "─") + " could run"),
      (true, (ends.contains(where: \.isSuspended) ? "·‖" : "·") + " waited"),
      (blocks.contains { $0.ending == .finished }, "✓ finished"),
    ]
    .filter(\.0).map(\.1)
  }
}
