import Dependence
import Foundation
import Synchronization
import TestEffort

/// Everything that the tasks of one run of a ``SharedProgram`` share.
final class Stage: Sendable {
  let boards = (0..<SharedProgram.boardCount).map { Board(hasMutex: $0 == 0) }
  let desk = Desk()
  let archive = ArchiveNotes()
  let gates = (0..<SharedProgram.gateCount).map { Gate(hasLock: $0 == 1) }
  let streams: [Channel] = [
    .plain(AsyncStream.makeStream()),
    .plain(AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))),
    .plain(AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))),
    .throwing(AsyncThrowingStream.makeStream()),
    .throwing(AsyncThrowingStream.makeStream(bufferingPolicy: .bufferingNewest(1))),
  ]
  let drawers = (0..<SharedProgram.drawerCount).map { Locked(Drawer(), hasMutex: $0 == 0) }
  /// The random source of the waits between operations on real threads, or `nil` if there are no
  /// waits.
  private let jitter: Lock<SeededRandomNumberGenerator>?

  /// The upper limit of these waits in microseconds if a waiting task gives up its thread, or `nil`
  /// if it keeps its thread.
  private let away: Int?

  init(jitter: UInt64?, away: Int?) {
    self.jitter = jitter.map { Lock(SeededRandomNumberGenerator(seed: $0)) }
    self.away = away
  }

  /// Waits for a random time, so that other threads may continue first.
  func wait() async {
    guard let number = jitter?.withLock({ $0.next() }) else { return }
    if let away {
      if number % 4 > 0 { return }
      let time = Duration.microseconds(Int(number >> 8 % UInt64(away)))
      // Sleeps in a detached task, because a cancelled task does not sleep.
      return await Task.detached { _ = try? await Task.sleep(for: time) }.value
    }
    keepThread(number)
  }

  /// Waits for a random time without giving up the thread.
  func waitOnThread() {
    guard let number = jitter?.withLock({ $0.next() }) else { return }
    keepThread(number)
  }

  private func keepThread(_ number: UInt64) {
    switch number % 8 {
    case 0: usleep(UInt32(number >> 8 % 60))
    case 1, 2: for _ in 0..<(number >> 8 % 2_000) { _ = jitter }
    default: break
    }
  }
}

extension Stage {
  /// An actor that records numbers.
  actor Board {
    private(set) var notes: [Int] = []
    private let locked: Locked<Void>

    init(hasMutex: Bool) { locked = Locked((), hasMutex: hasMutex) }

    func note(_ number: Int) { notes.append(number) }

    func noteUnderLock(
      _ number: Int,
      _ effect: @Sendable () -> Task<Void, Never>?
    ) -> Task<Void, Never>? {
      var task: Task<Void, Never>?
      locked.withLock { _ in
        notes.append(number)
        task = effect()
      }
      return task
    }

    func noteTwice(_ number: Int) async {
      notes.append(number)
      await Task.yield()
      notes.append(number)
    }

    func noteTwice(_ number: Int, orSendTo stream: Channel) async {
      await withTaskCancellationHandler {
        await noteTwice(number)
      } onCancel: {
        stream.send(number)
      }
    }

    func copy(_ number: Int, to other: Board) async {
      notes.append(number)
      await other.note(number)
    }

    func copy(_ number: Int, to archive: ArchiveNotes) async {
      notes.append(number)
      await archive.note(number)
    }

    func noteLater(_ number: Int) -> Task<Void, Never> {
      Task { note(number) }
    }

    func noteByPriority(_ number: Int) -> [Task<Void, Never>] {
      [Task(priority: .low) { note(number) }, Task(priority: .high) { note(1_000 + number) }]
    }

    func noteAfterContinuation(
      _ number: Int,
      isResumedByTask: Bool
    ) async -> [Task<Void, Never>] {
      var tasks = [Task { note(number) }]
      await withCheckedContinuation { continuation in
        if isResumedByTask {
          tasks.append(Task.detached { continuation.resume() })
        } else {
          continuation.resume()
        }
      }
      notes.append(number)
      return tasks
    }
  }

  @MainActor final class Desk {
    private(set) var notes: [Int] = []

    nonisolated init() {}

    func note(_ number: Int) { notes.append(number) }

    func copy(_ number: Int, to board: Board) async {
      notes.append(number)
      await board.note(number)
    }
  }

  @globalActor actor Archive {
    static let shared = Archive()
  }

  @Archive final class ArchiveNotes {
    private(set) var notes: [Int] = []

    nonisolated init() {}

    func note(_ number: Int) { notes.append(number) }

    func copy(_ number: Int, to board: Board) async {
      notes.append(number)
      await board.note(number)
    }
  }

  actor Gate {
    private var waits = Waits()
    private let locked: Locked<Void>?

    init(hasLock: Bool) { locked = hasLock ? Locked((), hasMutex: true) : nil }

    func pass() async {
      if waits.areOver { return }
      await withCheckedContinuation { continuation in
        withLock { waits.add(continuation) }
      }
    }

    func open() { withLock { waits.end() } }

    private func withLock(_ body: () -> Void) {
      if let locked { locked.withLock { _ in body() } } else { body() }
    }
  }

  /// The continuations of tasks that wait for the same event. All of them are resumed when it
  /// happens.
  struct Waits {
    private(set) var areOver = false
    private var continuations: [CheckedContinuation<Void, Never>] = []

    /// Adds a continuation, or resumes it if the waits are over.
    mutating func add(_ continuation: CheckedContinuation<Void, Never>) {
      if areOver { continuation.resume() } else { continuations.append(continuation) }
    }

    mutating func end() {
      areOver = true
      for continuation in continuations { continuation.resume() }
      continuations = []
    }
  }

  /// Memory that tasks share without an actor.
  struct Drawer {
    var notes: [Int] = []
    var waits = Waits()
  }

  /// A value that a lock protects: either a `Mutex`, or a lock of this library.
  final class Locked<Value: Sendable>: Sendable {
    private let hasMutex: Bool
    private let mutex: Mutex<Value>
    private let lock: Lock<Value>

    init(_ value: Value, hasMutex: Bool) {
      // ThreadSanitizer does not recognize a `Mutex`.
      self.hasMutex = hasMutex && !Effort.isWatched
      mutex = Mutex(value)
      lock = Lock(value)
    }

    func withLock(_ body: (inout Value) -> Void) {
      if hasMutex { mutex.withLock { body(&$0) } } else { lock.withLock { body(&$0) } }
    }
  }

  struct Failure: Error {
    let number: Int
  }

  /// A stream of numbers, which may be able to fail.
  enum Channel: Sendable {
    case plain((stream: AsyncStream<Int>, continuation: AsyncStream<Int>.Continuation))
    case throwing(
      (
        stream: AsyncThrowingStream<Int, any Error>,
        continuation: AsyncThrowingStream<Int, any Error>.Continuation
      )
    )

    func send(_ number: Int) {
      switch self {
      case .plain(let (_, continuation)): continuation.yield(number)
      case .throwing(let (_, continuation)): continuation.yield(number)
      }
    }

    func finish(throwing failure: Failure? = nil) {
      switch self {
      case .plain(let (_, continuation)): continuation.finish()
      case .throwing(let (_, continuation)): continuation.finish(throwing: failure)
      }
    }

    func next() async throws -> Int? {
      switch self {
      case .plain(let (stream, _)):
        var iterator = stream.makeAsyncIterator()
        return await iterator.next()
      case .throwing(let (stream, _)):
        var iterator = stream.makeAsyncIterator()
        return try await iterator.next()
      }
    }
  }
}
