import Dependence

extension Stage {
  func perform(
    _ operations: [SharedProgram.Operation],
    _ known: [Int: Task<Void, Never>],
    isBody: Bool = false
  ) async {
    var tasks = known
    var own: [Task<Void, Never>] = []
    for operation in operations {
      await wait()
      let number = operation.number
      switch operation.kind {
      case .note(let board): await boards[board].note(number)
      case .noteTwice(let board): await boards[board].noteTwice(number)
      case .copy(let from, let to): await boards[from].copy(number, to: boards[to])
      case .noteLater(let board): own.append(await boards[board].noteLater(number))
      case .noteByPriority(let board): own += await boards[board].noteByPriority(number)
      case .noteIfCancelled(let board):
        if Task.isCancelled { await boards[board].note(number) }
      case .noteOnMain: await desk.note(number)
      case .copyFromMain(let board): await desk.copy(number, to: boards[board])
      case .noteInArchive: await archive.note(number)
      case .copyToArchive(let board): await boards[board].copy(number, to: archive)
      case .copyFromArchive(let board): await archive.copy(number, to: boards[board])

      case .yield: await Task.yield()
      case .sleep(let units):
        do {
          try await Task.sleep(for: .microseconds(200 * units))
        } catch {
          await boards[0].note(-number)
        }
      case .pass(let gate): await gates[gate].pass()
      case .open(let gate): await gates[gate].open()
      case .handOver(let board):
        await withCheckedContinuation { continuation in
          own.append(
            Task {
              await boards[board].note(number)
              continuation.resume()
            }
          )
        }
      case .noteAfterContinuation(let board, let isResumedByTask):
        own += await boards[board].noteAfterContinuation(number, isResumedByTask: isResumedByTask)

      case .send(let stream): streams[stream].send(number)
      case .sendUnlessCancelled(let stream):
        if !Task.isCancelled { streams[stream].send(number) }
      case .finish(let stream): streams[stream].finish()
      case .fail(let stream): streams[stream].finish(throwing: Failure(number: number))
      case .receive(let stream, let board):
        let note: Int
        do {
          note = 100 * number + (try await streams[stream].next() ?? 99)
        } catch {
          note = -100 * number - ((error as? Failure)?.number ?? 99)
        }
        await boards[board].note(note)

      case .cancel(let task): tasks[task]?.cancel()
      case .sendOnCancel(let stream, let inner):
        let known = tasks
        await withTaskCancellationHandler {
          await perform(inner, known)
        } onCancel: {
          streams[stream].send(number)
        }
      case .noteTwiceOrSend(let board, let stream):
        await boards[board].noteTwice(number, orSendTo: streams[stream])

      case .task(let isDetached, let priority, let inner):
        let known = tasks
        let task =
          isDetached
          ? Task.detached(priority: priority?.value) { await self.perform(inner, known) }
          : Task(priority: priority?.value) { await self.perform(inner, known) }
        tasks[number] = task
        own.append(task)
      case .join(let task): await tasks[task]?.value
      case .both(let first, let second):
        let known = tasks
        async let one: Void = perform(first, known)
        async let two: Void = perform(second, known)
        _ = await (one, two)
      case .group(let parts):
        let known = tasks
        await withTaskGroup(of: Void.self) { group in
          for part in parts { group.addTask { await self.perform(part, known) } }
        }
      case .cancelledGroup(let count, let waits, let parts):
        await performInCancelledGroup(parts, tasks, after: count, waits: waits)
      case .throwingGroup(let board, let parts):
        let ended = await performInThrowingGroup(parts, tasks)
        await boards[board].note(100 * number + ended)

      case .noteUnderLock(let board, let effect):
        let effect = perform(effect, number, tasks)
        own += [await boards[board].noteUnderLock(number, effect)].compactMap(\.self)
      case .noteInDrawer(let drawer, let effect):
        let effect = effect.map { perform($0, number, tasks) }
        reachPoint()
        drawers[drawer].withLock { drawer in
          drawer.notes.append(number)
          waitOnThread()
          if let task = effect?() { own.append(task) }
          waitOnThread()
        }
      case .awaitDrawer(let drawer):
        reachPoint()
        await withCheckedContinuation { continuation in
          drawers[drawer].withLock { $0.waits.add(continuation) }
        }
      case .openDrawer(let drawer):
        reachPoint()
        drawers[drawer].withLock { $0.waits.end() }
      }
    }
    if isBody { await release(operations) }
    for task in own { await task.value }
  }

  /// Reaches a scheduling point.
  ///
  /// Each operation that takes the lock of a drawer does this first, because taking a lock is not a
  /// scheduling point. A search therefore does not change the order of two uses of a lock that have
  /// no scheduling point between them.
  private func reachPoint() { _ = Task.isCancelled }

  /// Returns a closure that has an effect on other tasks. If the effect creates a task, the closure
  /// returns this task.
  private func perform(
    _ effect: SharedProgram.Effect,
    _ number: Int,
    _ tasks: [Int: Task<Void, Never>]
  ) -> @Sendable () -> Task<Void, Never>? {
    {
      switch effect {
      case .send(let stream): self.streams[stream].send(number)
      case .cancel(let task): tasks[task]?.cancel()
      case .createTask(let board): return Task { await self.boards[board].note(number) }
      }
      return nil
    }
  }

  private func performInCancelledGroup(
    _ parts: [[SharedProgram.Operation]],
    _ known: [Int: Task<Void, Never>],
    after count: Int,
    waits: Bool
  ) async {
    await withTaskGroup(of: Void.self) { group in
      for part in parts.prefix(count) { group.addTask { await self.perform(part, known) } }
      if waits { await group.next() }
      group.cancelAll()
      for part in parts.dropFirst(count) { group.addTask { await self.perform(part, known) } }
    }
  }

  /// Performs lists of operations in a group whose first child task throws an error at its end.
  /// Returns the number of child tasks that ended before the group received the error.
  private func performInThrowingGroup(
    _ parts: [[SharedProgram.Operation]],
    _ known: [Int: Task<Void, Never>]
  ) async -> Int {
    var ended = 0
    _ = try? await withThrowingTaskGroup(of: Void.self) { group in
      for (index, part) in parts.enumerated() {
        group.addTask {
          await self.perform(part, known)
          if index == 0 { throw Failure(number: index) }
        }
      }
      // The error leaves this closure, so the group cancels the other child tasks.
      while try await group.next() != nil { ended += 1 }
    }
    return ended
  }

  /// Ends all waits for gates, drawers and streams.
  private func release(_ operations: [SharedProgram.Operation]) async {
    var gates: Set<Int> = []
    var drawers: Set<Int> = []
    var streams: Set<Int> = []
    for operation in operations.flatMap(\.all) {
      switch operation.kind {
      case .pass(let gate): gates.insert(gate)
      case .awaitDrawer(let drawer): drawers.insert(drawer)
      case .receive(let stream, _): streams.insert(stream)
      default: break
      }
    }
    for gate in gates.sorted() { await self.gates[gate].open() }
    for drawer in drawers.sorted() {
      reachPoint()
      self.drawers[drawer].withLock { $0.waits.end() }
    }
    if streams.isEmpty { return }
    await Task.yield()
    for stream in streams.sorted() { self.streams[stream].finish() }
  }
}

extension SharedProgram {
  /// Runs the program once.
  ///
  /// - Parameters:
  ///   - jitter: The seed of the random waits between operations on real threads, or `nil` if there
  ///     are no waits.
  ///   - away: The upper limit of these waits in microseconds if a waiting task gives up its
  ///     thread, as if there were a thread for each task. If it is `nil`, waiting tasks keep their
  ///     threads.
  @concurrent
  func run(jitter: UInt64? = nil, away: Int? = nil) async -> Outcome {
    let stage = Stage(jitter: jitter, away: away)
    await stage.perform(operations, [:], isBody: true)
    var boards: [[Int]] = []
    for board in stage.boards { boards.append(await board.notes) }
    var drawers: [[Int]] = []
    for drawer in stage.drawers { drawer.withLock { drawers.append($0.notes) } }
    return Outcome(
      boards: boards,
      desk: await stage.desk.notes,
      archive: await stage.archive.notes,
      drawers: drawers
    )
  }
}
