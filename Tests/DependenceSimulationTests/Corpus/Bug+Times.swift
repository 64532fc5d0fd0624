import Dependence

extension Bug {
  /// Bugs about events that happen at the same time, or later than intended.
  static let times = [
    Bug("a lease that ends during work") { isFixed in
      let lease = Lease()
      let written = Shared<[Int]>([])
      let work: @Sendable (Int) async -> Void = { worker in
        guard let number = await lease.take() else { return }
        try? await Task.sleep(for: .seconds(10))
        let isValid = await lease.isHeld(by: number)
        if !isValid { return }
        if !isFixed { await pause() }
        if isFixed, await !lease.isHeld(by: number) { return }
        written.change { $0.append(number) }
      }
      await together(
        { await work(1) },
        {
          try? await Task.sleep(for: .seconds(10))
          await work(2)
        }
      )
      return written.value == written.value.sorted() && written.value.count < 2
        || isFixed
    },
    Bug("a retry of what has succeeded") { isFixed in
      let server = Server()
      let reply = Task { await server.charge(id: 1, isFixed) }
      let timeout = Task {
        try? await Task.sleep(for: .seconds(5))
        return await server.replies == 0
      }
      if await timeout.value { await server.charge(id: 1, isFixed) }
      await reply.value
      return await server.charges == 1
    },
    Bug("a debounce of two keys at once") { isFixed in
      let pending = Shared<Int>(0)
      let sent = Shared<[Int]>([])
      let press: @Sendable (Int) async -> Void = { key in
        pending.change { $0 = key }
        try? await Task.sleep(for: .milliseconds(300))
        let isLast = pending.value == key
        if !isFixed { await pause() }
        if isLast { sent.change { $0.append(isFixed ? key : pending.value) } }
      }
      await together(
        { await press(1) },
        {
          try? await Task.sleep(for: .milliseconds(300))
          await press(2)
        }
      )
      return Set(sent.value).count == sent.value.count
    },
    Bug("an answer that is older than the one shown") { isFixed in
      let shown = Shared(0)
      let asked = Shared(0)
      let search: @Sendable (Int) async -> Void = { query in
        asked.value = query
        await pause(3)
        if isFixed, asked.value != query { return }
        shown.value = query
      }
      let first = Task { await search(1) }
      while asked.value == 0 { await pause() }
      let second = Task { await search(2) }
      _ = await (first.value, second.value)
      return shown.value == 2
    },
  ]
}

/// A lease that lasts ten seconds.
private actor Lease {
  private var holder = 0
  private var end = ContinuousClock.now

  func take() -> Int? {
    guard holder == 0 || ContinuousClock.now >= end else { return nil }
    holder += 1
    end = .now + .seconds(10)
    return holder
  }

  func isHeld(by number: Int) -> Bool { holder == number }
}

private actor Server {
  private(set) var charges = 0
  private(set) var replies = 0
  private var seen: Set<Int> = []

  func charge(id: Int, _ isFixed: Bool) async {
    if isFixed, !seen.insert(id).inserted { return }
    charges += 1
    // This sleep is exactly as long as the timeout of the client, so both end at the same time.
    try? await Task.sleep(for: .seconds(5))
    replies += 1
  }
}
