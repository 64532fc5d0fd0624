import Testing

/// Code that tasks run concurrently, and that shares state only through actors and wake-ups.
struct SharedWork: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Runs the code and returns its outcome.
  let outcome: @Sendable @concurrent () async -> [String]

  init(_ name: String, _ outcome: @escaping @Sendable @concurrent () async -> [String]) {
    testDescription = name
    self.outcome = outcome
  }

  private actor Board {
    var notes: [String] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isOpen = false

    func note(_ text: String) { notes.append(text) }

    func noteTwice(_ text: String) async {
      notes.append("\(text) begins")
      await Task.yield()
      notes.append("\(text) ends")
    }

    func copy(to other: Board, _ text: String) async {
      notes.append(text)
      await other.note("\(text) after \(notes.count)")
    }

    func pass() async {
      if isOpen { return note("passed") }
      note("waits")
      await withCheckedContinuation { waiting.append($0) }
      note("went on")
    }

    func open() {
      note("opened")
      isOpen = true
      for task in waiting { task.resume() }
      waiting = []
    }
  }

  @MainActor private final class Desk {
    var notes: [String] = []

    func note(_ text: String) { notes.append(text) }
  }

  static let all = [
    SharedWork("tasks that note on a board") {
      let board = Board()
      await withTaskGroup(of: Void.self) { group in
        for number in 1...3 { group.addTask { await board.note("\(number)") } }
      }
      return await board.notes
    },
    SharedWork("a group in the order of its results") {
      await withTaskGroup(of: String.self) { group in
        for number in 1...3 { group.addTask { "\(number)" } }
        return await group.reduce(into: []) { $0.append($1) }
      }
    },
    SharedWork("a task that is awaited before or after its end") {
      let board = Board()
      let task = Task { await board.note("task") }
      let other = Task {
        await task.value
        await board.note("other")
      }
      await Task.yield()
      await board.note("body")
      await other.value
      return await board.notes
    },
    SharedWork("an actor that others enter while it waits") {
      let board = Board()
      async let first: Void = board.noteTwice("1")
      async let second: Void = board.note("2")
      _ = await (first, second)
      return await board.notes
    },
    SharedWork("actors that call each other") {
      let (left, right) = (Board(), Board())
      async let first: Void = left.copy(to: right, "1")
      async let second: Void = right.copy(to: left, "2")
      _ = await (first, second)
      return await left.notes + right.notes
    },
    SharedWork("a gate") {
      let board = Board()
      async let first: Void = board.pass()
      async let second: Void = board.open()
      _ = await (first, second)
      return await board.notes
    },
    SharedWork("the main actor") {
      let desk = Desk()
      async let first: Void = desk.note("1")
      async let second: Void = desk.note("2")
      _ = await (first, second)
      return await desk.notes
    },
    SharedWork("a stream that two tasks write to") {
      let (stream, source) = AsyncStream.makeStream(of: String.self)
      let reader = Task { await stream.prefix(2).reduce(into: []) { $0.append($1) } }
      async let first: Void = { _ = source.yield("1") }()
      async let second: Void = { _ = source.yield("2") }()
      _ = await (first, second)
      return await reader.value
    },
    SharedWork("tasks that wake at the same time") {
      let board = Board()
      await withTaskGroup(of: Void.self) { group in
        for number in 1...2 {
          group.addTask {
            try? await Task.sleep(for: .seconds(1))
            await board.note("\(number)")
          }
        }
      }
      return await board.notes
    },
    SharedWork("a task that cancels another one when both wake") {
      let sleeper = Task { await sleep() }
      let canceller = Task {
        _ = await sleep()
        sleeper.cancel()
      }
      await canceller.value
      return [await sleeper.value]
    },
    SharedWork("a group of two sleeping tasks that is cancelled after one of them") {
      await withTaskGroup(of: String.self) { group in
        for number in 1...2 { group.addTask { "\(number) \(await sleep())" } }
        let first = await group.next()!
        group.cancelAll()
        return [first, await group.next()!]
      }
    },
    SharedWork("two tasks that read the time after a sleep") {
      let start = ContinuousClock.now
      let tasks = (0..<2).map { _ in
        Task {
          _ = await sleep()
          return "\(start.duration(to: .now))"
        }
      }
      return [await tasks[0].value, await tasks[1].value]
    },
    SharedWork("tasks that make tasks") {
      let board = Board()
      await withTaskGroup(of: Void.self) { group in
        for number in 1...2 {
          group.addTask { await Task { await board.note("\(number)") }.value }
        }
      }
      return await board.notes
    },
  ]
}

/// Sleeps for a millisecond. Returns whether the sleep ended or was cancelled.
private func sleep() async -> String {
  do {
    try await Task.sleep(for: .milliseconds(1))
    return "slept"
  } catch {
    return "cancelled"
  }
}
