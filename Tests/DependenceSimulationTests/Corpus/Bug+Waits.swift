import Dependence

/// A lock for tasks, which wait in order of arrival.
private actor Mutex {
  private var isHeld = false
  private var line: [CheckedContinuation<Void, Never>] = []

  func lock() async {
    if !isHeld { return isHeld = true }
    await withCheckedContinuation { line.append($0) }
  }

  func unlock() {
    if line.isEmpty { isHeld = false } else { line.removeFirst().resume() }
  }
}

extension Bug {
  /// Bugs in which tasks wait for something that has already happened or never will.
  static let waits = [
    Bug("two locks in two orders") { isFixed in
      let (left, right) = (Mutex(), Mutex())
      await together(
        { await hold(left, right) },
        { if isFixed { await hold(left, right) } else { await hold(right, left) } }
      )
      return true
    },
    Bug("three philosophers") { isFixed in
      let forks = (0..<3).map { _ in Mutex() }
      await withTaskGroup(of: Void.self) { group in
        for seat in 0..<3 {
          group.addTask {
            let pair = [forks[seat], forks[(seat + 1) % 3]]
            let isTurned = isFixed && seat == 2
            await hold(pair[isTurned ? 1 : 0], pair[isTurned ? 0 : 1])
          }
        }
      }
      return true
    },
    Bug("a signal before anybody waits") { isFixed in
      let gate = Gate()
      await together({ await gate.wait(isFixed) }, { await gate.open() })
      return true
    },
    Bug("tasks that await each other") { isFixed in
      let other = Shared<Task<Void, Never>?>(nil)
      let first = Task {
        await pause(2)
        if !isFixed || Task.isCancelled { await other.value?.value }
      }
      let second = Task {
        await pause()
        await first.value
      }
      await pause(3)
      other.value = second
      await second.value
      return true
    },
    Bug("a buffer that is woken once, and looked at once") { isFixed in
      let buffer = Buffer()
      let taken = Shared(0)
      let take: @Sendable () async -> Void = {
        if await buffer.take(isFixed) { taken.change { $0 += 1 } }
      }
      await together(
        take,
        {
          await pause(2)
          await take()
        },
        {
          await buffer.put()
          await pause(2)
          await buffer.put()
        }
      )
      return taken.value == 2
    },
    Bug("a barrier that is used again") { isFixed in
      let barrier = Barrier(count: 2)
      let rounds = Shared([0, 0])
      let isTogether = Shared(true)
      let walk: @Sendable (Int) async -> Void = { walker in
        for _ in 0..<2 {
          rounds.change { $0[walker] += 1 }
          await barrier.arrive(isFixed)
          let (mine, theirs) = (rounds.value[walker], rounds.value[1 - walker])
          if theirs < mine { isTogether.value = false }
        }
      }
      await together({ await walk(0) }, { await walk(1) })
      return isTogether.value
    },
    Bug("a stream that the first of two writers ends") { isFixed in
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      let writers = Shared(2)
      let write: @Sendable (Int) async -> Void = { number in
        await pause(number)
        continuation.yield(number)
        let isLast = writers.change { writers in
          writers -= 1
          return writers == 0
        }
        if isLast || !isFixed && number == 1 { continuation.finish() }
      }
      async let sum = stream.reduce(0, +)
      await together({ await write(1) }, { await write(2) })
      return await sum == 3
    },
    Bug("an element that comes while a stream is closed") { isFixed in
      let channel = Channel()
      let wasAccepted = Shared(false)
      await together(
        { wasAccepted.value = await channel.send(1, isFixed) },
        {
          await pause(2)
          await channel.close()
        }
      )
      let received = await channel.received
      return !wasAccepted.value || received == [1]
    },
  ]

  private static func hold(_ first: Mutex, _ second: Mutex) async {
    await first.lock()
    await second.lock()
    await second.unlock()
    await first.unlock()
  }
}

private actor Gate {
  private var isOpen = false
  private var waiting: CheckedContinuation<Void, Never>?

  func wait(_ isFixed: Bool) async {
    if isOpen { return }
    await pause()
    if isFixed, isOpen { return }
    await withCheckedContinuation { waiting = $0 }
  }

  func open() {
    isOpen = true
    waiting?.resume()
    waiting = nil
  }
}

private actor Buffer {
  private var count = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func put() {
    count += 1
    if !waiting.isEmpty { waiting.removeFirst().resume() }
  }

  /// Takes an element, and returns whether there was one.
  func take(_ isFixed: Bool) async -> Bool {
    while count == 0 {
      await withCheckedContinuation { waiting.append($0) }
      if !isFixed { break }
    }
    guard count > 0 else { return false }
    count -= 1
    return true
  }
}

private actor Barrier {
  private let count: Int
  private var arrived = 0
  private var round = 0
  private var isOpen = false

  init(count: Int) { self.count = count }

  func arrive(_ isFixed: Bool) async {
    let mine = round
    arrived += 1
    if arrived == count {
      arrived = 0
      round += 1
      isOpen = true
      return
    }
    // The buggy version ignores rounds. Once it is open, it stays open.
    while isFixed ? round == mine : !isOpen { await pause() }
  }
}

private actor Channel {
  private var isClosed = false
  private(set) var received: [Int] = []

  func send(_ number: Int, _ isFixed: Bool) async -> Bool {
    if isClosed { return false }
    await pause(2)
    guard !isClosed else { return !isFixed }
    received.append(number)
    return true
  }

  func close() { isClosed = true }
}
