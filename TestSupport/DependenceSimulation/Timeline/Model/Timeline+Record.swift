extension Timeline {
  init(_ record: RunRecord) {
    rows = record.participants.map(Row.init)
    end = record.end
    ending = record.ending
    isTruncated = record.isTruncated
    failure = record.failure
    // For each task or actor, the index of the block (a group of consecutive steps) that last woke
    // it. The loop below checks this index, so that a block that wakes the same task several times
    // lists the task only once among its woken tasks.
    var wakers = [Int?](repeating: nil, count: rows.count)
    var hasBegun: Set<Int> = []
    for (index, step) in record.steps.enumerated() {
      if let decision = step.decision {
        add(decision, of: index)
        continue
      }
      let isContinued = blocks.last.map { before in
        // Combine consecutive steps of a task or actor into one block if nothing else could run
        // between them. Also combine the parts of a step that was divided by scheduling points if
        // no other task or actor ran in between.
        step.participant == before.row && (step.candidates.count < 2 || step.continuesStep)
          && step.time == before.time && step.executor == before.executor
      }
      if isContinued == true {
        blocks[blocks.count - 1].steps = blocks[blocks.count - 1].steps.lowerBound..<index + 1
        blocks[blocks.count - 1].ending = step.ending
      } else {
        let preempted = step.continuesStep ? blocks.last { $0.row == step.participant } : nil
        blocks.append(Block(first: step, steps: index..<index + 1, ending: step.ending))
        if let preempted {
          blocks[blocks.count - 1].functions = [
            "the rest of step \(preempted.steps.lowerBound + 1)"
          ]
        }
      }
      let block = blocks.count - 1
      let isFirst =
        !step.onlyJoinsQueue && hasBegun.insert(step.taskOnActor ?? step.participant).inserted
      let function = step.code.map { $0.description ?? (isFirst ? "start of the task" : "") } ?? ""
      if !function.isEmpty, blocks[block].functions.last != function {
        blocks[block].functions.append(function)
      }
      let after = 2 * block + 1
      // Mark all tasks and actors that could have run at this step as ready to run. Most of them are
      // marked already, because an earlier step woke them. The others became ready when virtual time
      // advanced before this block.
      let before = isContinued == true ? after : 2 * block
      for row in step.candidates { rows[row].become(.runnable, at: before) }
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
}

extension Timeline {
  private mutating func add(_ decision: Decision, of index: Int) {
    guard let block = blocks.indices.last else { return }
    blocks[block].steps = blocks[block].steps.lowerBound..<index + 1
    let text = "chose \(decision.value) for \"\(decision.name)\"".visible
    blocks[block].decisions.append(Block.Decision(step: index, text: text))
  }
}

extension Step {
  fileprivate func state(of participant: Participant) -> Timeline.Row.State {
    // If the task or actor occurs more than once among the candidates, several of its jobs were
    // ready. Only one of them has run, so the task or actor is still ready.
    if candidates.count(where: { $0 == self.participant }) > 1 { return .runnable }
    // An actor that has run all tasks in its queue is neither suspended nor finished. Treat it as
    // absent until another task joins its queue.
    if participant.kind == .actor, ending != .runnable { return .absent }
    return switch ending {
    case .runnable: woke.contains(self.participant) ? .runnable : .enqueued
    case .suspended: .suspended(since: time)
    case .finished: .finished
    }
  }
}
