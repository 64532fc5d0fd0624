import Dependence

extension Bug {
  /// Bugs in the shared use of resources, such as a use after close.
  static let resources = [
    Bug("a file that is closed in use") { isFixed in
      let file = File()
      await together({ await file.read(isFixed) }, { await file.close(isFixed) })
      return await !file.wasMisused
    },
    Bug("a count of users that comes late") { isFixed in
      let users = Shared((count: 0, isOpen: true, wasMisused: false))
      let use: @Sendable () async -> Void = {
        if isFixed { users.change { $0.count += 1 } }
        await pause()
        if !isFixed { users.change { $0.count += 1 } }
        await pause()
        users.change {
          if !$0.isOpen { $0.wasMisused = true }
          $0.count -= 1
          if $0.count == 0 { $0.isOpen = isFixed }
        }
      }
      await together(use, use)
      return !users.value.wasMisused
    },
    Bug("a connection that two tasks take from a pool") { isFixed in
      let pool = Pool()
      let inUse = Shared<[Int: Int]>([:])
      let most = Shared(0)
      let use: @Sendable () async -> Void = {
        guard let connection = await pool.take(isFixed) else { return }
        inUse.change { $0[connection, default: 0] += 1 }
        most.value = max(most.value, inUse.value[connection] ?? 0)
        await pause()
        inUse.change { $0[connection, default: 0] -= 1 }
        await pool.give(connection)
      }
      await together(use, use, use)
      return most.value <= 1
    },
    Bug("a queue that drops what comes while it drains") { isFixed in
      let queue = Queue()
      await together(
        {
          await queue.add(1)
          await queue.drain(isFixed)
        },
        {
          await queue.add(2)
          await queue.drain(isFixed)
        }
      )
      await queue.drain(isFixed)
      return await queue.written.sorted() == [1, 2]
    },
    Bug("a counter of words that is read back too early") { isFixed in
      let index = Shared<[String: Int]>([:])
      let count: @Sendable (String) async -> Void = { word in
        let old = index.value[word] ?? 0
        await pause(3)
        index.change { $0[word] = (isFixed ? $0[word] ?? 0 : old) + 1 }
      }
      await together({ await count("a") }, { await count("b") }, { await count("a") })
      return index.value == ["a": 2, "b": 1]
    },
  ]
}

private actor File {
  private var isOpen = true
  private var readers = 0
  private(set) var wasMisused = false

  func read(_ isFixed: Bool) async {
    guard isOpen else { return }
    readers += 1
    await pause(2)
    if !isOpen { wasMisused = true }
    readers -= 1
  }

  func close(_ isFixed: Bool) async {
    await pause()
    while isFixed, readers > 0 { await pause() }
    isOpen = false
  }
}

private actor Pool {
  private var idle = [1, 2]

  func take(_ isFixed: Bool) async -> Int? {
    guard let first = idle.first else { return nil }
    if isFixed { return idle.removeFirst() }
    // Simulates a check that the connection is alive.
    await pause()
    if idle.first == first { idle.removeFirst() }
    return first
  }

  func give(_ connection: Int) { idle.append(connection) }
}

private actor Queue {
  private var waiting: [Int] = []
  private(set) var written: [Int] = []

  func add(_ number: Int) { waiting.append(number) }

  func drain(_ isFixed: Bool) async {
    let batch = waiting
    if isFixed { waiting = [] }
    await pause()
    written += batch
    if !isFixed { waiting = [] }
  }
}
