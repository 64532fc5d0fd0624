extension Timeline {
  init(_ record: RunRecord) {
    rows = record.participants.map(Row.init)
    end = record.end
    ending = record.ending
    isTruncated = record.isTruncated
    failure = record.failure
    // By whom each row was last woken: a step may wake many, and one of them twice.
    var wakers = [Int?](repeating: nil, count: rows.count)
    var hasBegun: Set<Int> = []
    for (number, step) in record.steps.enumerated() { add(step, number, &wakers, &hasBegun) }
  }

  private mutating func add(
    _ step: Step,
    _ number: Int,
    _ wakers: inout [Int?],
    _ hasBegun: inout Set<Int>
  ) {
    let isContinued = blocks.last?.isContinued(by: step) ?? false
    if isContinued {
      blocks[blocks.count - 1].steps = blocks[blocks.count - 1].steps.lowerBound..<number + 1
      blocks[blocks.count - 1].ending = step.ending
    } else {
      blocks.append(Block(step, number))
    }
    let block = blocks.count - 1
    let isFirst = !step.isHop && hasBegun.insert(step.served ?? step.participant).inserted
    let function = step.code.map { $0.description ?? (isFirst ? "its beginning" : "") } ?? ""
    if !function.isEmpty, blocks[block].functions.last != function {
      blocks[block].functions.append(function)
    }
    let after = 2 * block + 1
    // Whom nobody woke has been woken by time.
    for row in step.candidates { rows[row].become(.runnable, at: isContinued ? after : 2 * block) }
    rows[step.participant].become(step.state(of: rows[step.participant].participant), at: after)
    for row in step.woke {
      rows[row].become(.runnable, at: after)
      if row == step.participant || wakers[row] == block { continue }
      wakers[row] = block
      blocks[block].woken.append(row)
    }
    for row in step.ended { rows[row].become(.finished, at: after) }
  }
}

extension Timeline.Block {
  fileprivate init(_ step: Step, _ number: Int) {
    row = step.participant
    steps = number..<number + 1
    time = step.time
    place = step.place
    candidates = step.candidates.count
    ending = step.ending
    turn =
      if step.candidates.count < 2 {
        .only
      } else if step.choice > 0 {
        .overtook(step.candidates[0])
      } else {
        .next
      }
  }

  fileprivate func isContinued(by step: Step) -> Bool {
    step.participant == row && step.candidates.count < 2 && step.time == time
      && step.place == place
  }
}

extension Step {
  fileprivate func state(of participant: Participant) -> Timeline.Row.State {
    // Another of its jobs could have run, and still can.
    if candidates.count(where: { $0 == self.participant }) > 1 { return .runnable }
    // An actor that ran whatever waited for it is idle: neither stuck nor at an end.
    if participant.kind == .actor, ending != .runnable { return .absent }
    return switch ending {
    case .runnable: woke.contains(self.participant) ? .runnable : .visiting
    case .suspended: .suspended(since: time)
    case .finished: .finished
    }
  }
}
