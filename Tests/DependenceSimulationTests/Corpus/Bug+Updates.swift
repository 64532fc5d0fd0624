import Dependence

private actor Cell {
  var value = 0

  func set(_ value: Int) { self.value = value }
  func add(_ number: Int) { value += number }
}

extension Bug {
  /// Bugs in code that reads a value in one step and writes it in another.
  static let updates = [
    Bug("a lost update") { isFixed in
      let cell = Cell()
      let add: @Sendable () async -> Void = {
        if isFixed { await cell.add(1) } else { await cell.set(cell.value + 1) }
      }
      await together(add, add)
      return await cell.value == 2
    },
    Bug("a lost update, ten steps apart") { isFixed in
      let count = Shared(0)
      await together(
        {
          let old = count.value
          await pause(10)
          if isFixed { count.change { $0 += 1 } } else { count.value = old + 1 }
        },
        {
          await pause(10)
          count.change { $0 += 1 }
        }
      )
      return count.value == 2
    },
    Bug("check, then act") { isFixed in
      let seats = Shared(1)
      let sold = Shared(0)
      let sell: @Sendable () async -> Void = {
        guard seats.value > 0 else { return }
        await pause()
        if isFixed, seats.value == 0 { return }
        seats.change { $0 -= 1 }
        sold.change { $0 += 1 }
      }
      await together(sell, sell)
      return sold.value == 1
    },
    Bug("an actor that is re-entered") { isFixed in
      let account = Account(balance: 100)
      async let first = account.withdraw(80, isFixed)
      async let second = account.withdraw(80, isFixed)
      _ = await (first, second)
      return await account.balance >= 0
    },
    Bug("a cache stampede") { isFixed in
      let cache = ImageCache()
      async let first = cache.image(isFixed)
      async let second = cache.image(isFixed)
      async let third = cache.image(isFixed)
      _ = await (first, second, third)
      return await cache.loads == 1
    },
    Bug("a token that is refreshed twice") { isFixed in
      let session = Session()
      async let first = session.request(isFixed)
      async let second = session.request(isFixed)
      let results = await [first, second]
      return results == [true, true]
    },
    Bug("write skew") { isFixed in
      let onCall = Shared([true, true])
      let leave: @Sendable (Int) async -> Void = { doctor in
        guard onCall.value.count(where: \.self) > 1 else { return }
        await pause(2)
        if isFixed, onCall.value.count(where: \.self) < 2 { return }
        onCall.change { $0[doctor] = false }
      }
      await together({ await leave(0) }, { await leave(1) })
      return onCall.value.contains(true)
    },
    Bug("a torn read") { isFixed in
      let range = Shared((low: 0, high: 10))
      let isWhole = Shared(true)
      await together(
        {
          await pause(2)
          if isFixed { return range.value = (20, 30) }
          range.change { $0.low = 20 }
          await pause()
          range.change { $0.high = 30 }
        },
        {
          await pause(3)
          isWhole.value = range.value.low <= range.value.high
        }
      )
      return isWhole.value
    },
    Bug("money that is under way") { isFixed in
      let accounts = Shared([50, 50])
      let total = Shared(100)
      await together(
        {
          if isFixed {
            accounts.change {
              $0[0] -= 10
              $0[1] += 10
            }
            return
          }
          accounts.change { $0[0] -= 10 }
          await pause()
          accounts.change { $0[1] += 10 }
        },
        {
          await pause(4)
          total.value = accounts.value.reduce(0, +)
        }
      )
      return total.value == 100
    },
    Bug("ABA") { isFixed in
      let stack = Stack()
      let popped = Shared<[Int]>([])
      await together(
        {
          // Reads the top and replaces it with the next node if it has not changed.
          let (top, next, version) = stack.state.change { ($0.top, $0.next[$0.top], $0.version) }
          await pause(2)
          let hasSwung = stack.state.change { state in
            guard state.top == top, !isFixed || state.version == version else { return false }
            state.top = next
            return true
          }
          if hasSwung { popped.change { $0.append(top) } }
        },
        {
          stack.pop()
          await pause()
          stack.pop()
          await pause()
          stack.push(0)
        }
      )
      return !stack.isInFreeList(stack.state.value.top)
    },
  ]
}

private actor Account {
  var balance: Int

  init(balance: Int) { self.balance = balance }

  func withdraw(_ amount: Int, _ isFixed: Bool) async {
    guard balance >= amount else { return }
    await pause()
    if isFixed, balance < amount { return }
    balance -= amount
  }
}

private actor ImageCache {
  var loads = 0
  private var image: Int?
  private var loading: Task<Int, Never>?

  func image(_ isFixed: Bool) async -> Int {
    if let image { return image }
    if isFixed {
      let task = loading ?? Task { await load() }
      loading = task
      return await task.value
    }
    let loaded = await load()
    image = loaded
    return loaded
  }

  private func load() async -> Int {
    loads += 1
    await pause()
    return 7
  }
}

/// A session with a server that accepts each refresh token once.
private actor Session {
  private var refreshToken = 0
  private var validRefreshToken = 0
  private var isExpired = true
  private var refreshing: Task<Bool, Never>?

  func request(_ isFixed: Bool) async -> Bool {
    guard isExpired else { return true }
    guard isFixed else { return await refresh() }
    let task = refreshing ?? Task { await refresh() }
    refreshing = task
    return await task.value
  }

  private func refresh() async -> Bool {
    let token = refreshToken
    await pause()
    guard token == validRefreshToken else { return false }
    validRefreshToken += 1
    await pause()
    refreshToken = validRefreshToken
    isExpired = false
    return true
  }
}

/// A stack of the nodes 0, 1 and 2, linked by index. The index −1 marks its end.
private struct Stack: Sendable {
  struct State: Sendable {
    var top = 0
    var next = [1, 2, -1]
    var version = 0
    var free: Set<Int> = []
  }

  let state = Shared(State())

  func pop() {
    state.change { state in
      guard state.top >= 0 else { return }
      state.free.insert(state.top)
      state.top = state.next[state.top]
      state.version += 1
    }
  }

  func push(_ node: Int) {
    state.change { state in
      state.next[node] = state.top
      state.free.remove(node)
      state.top = node
      state.version += 1
    }
  }

  func isInFreeList(_ node: Int) -> Bool { state.value.free.contains(node) }
}
