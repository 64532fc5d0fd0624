import Dependence
import Foundation

/// An actor that records numbers.
private actor Board {
  private(set) var notes: [Int] = []

  func note(_ number: Int) { notes.append(number) }

  func noteTwice(_ number: Int) async {
    notes.append(number)
    await Task.yield()
    notes.append(number)
  }

  func copy(_ number: Int, to other: Board) async {
    notes.append(number)
    await other.note(number)
  }

  func noteLater(_ number: Int) -> Task<Void, Never> {
    Task { note(number) }
  }
}

@MainActor private final class Desk {
  private(set) var notes: [Int] = []

  nonisolated init() {}

  func note(_ number: Int) { notes.append(number) }

  func copy(_ number: Int, to board: Board) async {
    notes.append(number)
    await board.note(number)
  }
}

private actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func pass() async {
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func open() {
    isOpen = true
    for task in waiting { task.resume() }
    waiting = []
  }
}

/// Everything that the tasks of one run share.
private final class Stage: Sendable {
  let boards = (0..<SharedProgram.boardCount).map { _ in Board() }
  let gates = (0..<SharedProgram.gateCount).map { _ in Gate() }
  let streams = [
    AsyncStream.makeStream(of: Int.self),
    AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1)),
    AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingOldest(1)),
  ]
  let desk = Desk()
  /// The random source of the waits of real threads between operations, or `nil` if they do not
  /// wait.
  private let jitter: Lock<SeededRandomNumberGenerator>?

  /// The longest wait in which a task gives up its thread, in microseconds, or `nil` if it keeps
  /// it.
  private let away: Int?

  init(jitter: UInt64?, away: Int?) {
    self.jitter = jitter.map { Lock(SeededRandomNumberGenerator(seed: $0)) }
    self.away = away
  }

  /// Waits for a random time, so that other threads may go first.
  func wait() async {
    guard let number = jitter?.withLock({ $0.next() }) else { return }
    if let away {
      if number % 4 > 0 { return }
      let time = Duration.microseconds(Int(number >> 8 % UInt64(away)))
      // Sleeps in a detached task, because a cancelled task does not sleep.
      return await Task.detached { _ = try? await Task.sleep(for: time) }.value
    }
    switch number % 8 {
    case 0: usleep(UInt32(number >> 8 % 60))
    case 1, 2: for _ in 0..<(number >> 8 % 2_000) { _ = jitter }
    default: break
    }
  }

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
      case .noteOnMain: await desk.note(number)
      case .copyFromMain(let board): await desk.copy(number, to: boards[board])
      case .noteIfCancelled(let board):
        if Task.isCancelled { await boards[board].note(number) }
      case .yield: await Task.yield()
      case .sleep(let units): try? await Task.sleep(for: .microseconds(200 * units))
      case .pass(let gate): await gates[gate].pass()
      case .open(let gate): await gates[gate].open()
      case .send(let stream): streams[stream].continuation.yield(number)
      case .receive(let stream, let board):
        var iterator = streams[stream].stream.makeAsyncIterator()
        let element = await iterator.next()
        await boards[board].note(100 * number + (element ?? 99))
      case .sendUnlessCancelled(let stream):
        if !Task.isCancelled { streams[stream].continuation.yield(number) }
      case .finish(let stream): streams[stream].continuation.finish()
      case .sendOnCancel(let stream, let inner):
        let known = tasks
        await withTaskCancellationHandler {
          await perform(inner, known)
        } onCancel: {
          streams[stream].continuation.yield(number)
        }
      case .handOver(let board):
        await withCheckedContinuation { continuation in
          own.append(
            Task {
              await boards[board].note(number)
              continuation.resume()
            }
          )
        }
      case .task(let isDetached, let isUrgent, let inner):
        let known = tasks
        let priority: TaskPriority? = isUrgent ? .high : nil
        let task =
          isDetached
          ? Task.detached(priority: priority) { await self.perform(inner, known) }
          : Task(priority: priority) { await self.perform(inner, known) }
        tasks[number] = task
        own.append(task)
      case .cancel(let task): tasks[task]?.cancel()
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
      }
    }
    if isBody { await release(operations) }
    for task in own { await task.value }
  }

  /// Ends all waits for gates and streams.
  private func release(_ operations: [SharedProgram.Operation]) async {
    var gates: Set<Int> = []
    for operation in operations.flatMap(\.all) {
      if case .pass(let gate) = operation.kind { gates.insert(gate) }
    }
    for gate in gates.sorted() { await self.gates[gate].open() }
    await Task.yield()
    for stream in streams { stream.continuation.finish() }
  }
}

extension SharedProgram {
  /// Runs the program once.
  ///
  /// - Parameters:
  ///   - jitter: The seed of the waits of threads between operations, or `nil` if they do not wait.
  ///   - away: The longest wait in which a task gives up its thread, as if each task had a thread.
  @concurrent
  func run(jitter: UInt64? = nil, away: Int? = nil) async -> Outcome {
    let stage = Stage(jitter: jitter, away: away)
    await stage.perform(operations, [:], isBody: true)
    var boards: [[Int]] = []
    for board in stage.boards { boards.append(await board.notes) }
    return Outcome(boards: boards, desk: await stage.desk.notes)
  }
}
