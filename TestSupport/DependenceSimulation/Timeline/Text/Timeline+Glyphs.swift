extension Timeline.Block {
  var glyph: String {
    switch executor {
    case .pool: isPreempting ? "◆" : "■"
    case .mainActor: isPreempting ? "◈" : "▣"
    }
  }
}

extension Timeline.Row.State {
  var glyph: String {
    switch self {
    case .absent, .finished: " "
    case .runnable: "─"
    case .suspended, .enqueued: "·"
    }
  }
}

extension Timeline {
  var legend: [String] {
    let isOnMain = blocks.contains { $0.executor == .mainActor }
    let hasPreemptions = blocks.contains(where: \.isPreempting)
    let ends = rows.map(\.end)
    return [
      (true, "■ ran"),
      (isOnMain, "▣ on the main actor"),
      (hasPreemptions, (isOnMain ? "◆◈" : "◆") + " preempted ◇"),
      (hasPreemptions, "◇ was next"),
      (blocks.contains { !$0.woken.isEmpty }, "╮╰ woke"),
      (true, (ends.contains(where: \.isReady) ? "─▸" : "─") + " could run"),
      (true, (ends.contains(where: \.isSuspended) ? "·‖" : "·") + " waited"),
      (blocks.contains { $0.ending == .finished }, "✓ finished"),
    ]
    .filter(\.0).map(\.1)
  }
}
