import Dependence
import Testing

/// Code with a race, and the same code without the race.
struct Race: Sendable, CustomTestStringConvertible {
  let name: String
  /// Runs the code and returns whether the result is correct.
  let racy: @Sendable () async -> Bool
  let fixed: @Sendable () async -> Bool

  var testDescription: String { name }

  static let all = [lostUpdate, reentrancy, stampede]

  /// Code that reads a value in one step and writes it in another.
  private static let lostUpdate = Race(
    name: "a lost update",
    racy: {
      let account = Account()
      async let first: Void = account.set(account.balance + 1)
      async let second: Void = account.set(account.balance + 1)
      _ = await (first, second)
      return await account.balance == 2
    },
    fixed: {
      let account = Account()
      async let first: Void = account.deposit(1)
      async let second: Void = account.deposit(1)
      _ = await (first, second)
      return await account.balance == 2
    }
  )

  /// Code that checks a balance before a suspension and relies on it afterwards. The actor runs
  /// other tasks during the suspension.
  private static let reentrancy = Race(
    name: "re-entrancy of an actor",
    racy: {
      let account = Account(balance: 1)
      async let first = account.withdrawAfterAsking(1)
      async let second = account.withdrawAfterAsking(1)
      _ = await (first, second)
      return await account.balance == 0
    },
    fixed: {
      let account = Account(balance: 1)
      async let first = account.withdraw(1)
      async let second = account.withdraw(1)
      _ = await (first, second)
      return await account.balance == 0
    }
  )

  /// Code in which every task that finds a cache empty fills it.
  private static let stampede = Race(
    name: "a cache stampede",
    racy: {
      let cache = Cache()
      async let first = cache.valueOfItsOwn()
      async let second = cache.valueOfItsOwn()
      _ = await (first, second)
      return await cache.loads == 1
    },
    fixed: {
      let cache = Cache()
      async let first = cache.sharedValue()
      async let second = cache.sharedValue()
      _ = await (first, second)
      return await cache.loads == 1
    }
  )

  /// Three tasks whose actions can run in ninety orders. One of these orders fails. It occurs in
  /// about one in a thousand schedules.
  static let rareOrder: @Sendable () async -> Bool = {
    let log = Log()
    await withTaskGroup(of: Void.self) { group in
      for number in 1...3 {
        group.addTask {
          await log.add(number)
          await Task.yield()
          await log.add(number)
        }
      }
    }
    return await log.entries != [3, 3, 2, 2, 1, 1]
  }
}

private actor Account {
  private(set) var balance: Int

  init(balance: Int = 0) {
    self.balance = balance
  }

  func set(_ balance: Int) { self.balance = balance }

  func deposit(_ amount: Int) { balance += amount }

  func withdraw(_ amount: Int) -> Bool {
    guard balance >= amount else { return false }
    balance -= amount
    return true
  }

  func withdrawAfterAsking(_ amount: Int) async -> Bool {
    guard balance >= amount else { return false }
    // Simulates a request for permission.
    await Task.yield()
    balance -= amount
    return true
  }
}

private actor Cache {
  private(set) var loads = 0
  private var value: Int?
  private var loading: Task<Int, Never>?

  func valueOfItsOwn() async -> Int {
    if let value { return value }
    let loaded = await load()
    value = loaded
    return loaded
  }

  func sharedValue() async -> Int {
    if let loading { return await loading.value }
    let loading = Task { await load() }
    self.loading = loading
    return await loading.value
  }

  private func load() async -> Int {
    loads += 1
    await Task.yield()
    return loads
  }
}

private actor Log {
  private(set) var entries: [Int] = []

  func add(_ number: Int) { entries.append(number) }
}
