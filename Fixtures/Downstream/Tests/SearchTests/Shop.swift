import Dependence
import DependenceMacros
import Synchronization

/// A register to which several tasks add entries.
actor Register {
  private(set) var entries: [String] = []
  func add(_ entry: String) { entries.append(entry) }
}

/// A shop with one item and a race. The method `sell()` checks whether the item is available, but
/// takes it only after a suspension.
final class Shop: Sendable {
  private let items = Mutex(1)

  func sell() async -> Bool {
    guard items.withLock({ $0 > 0 }) else { return false }
    await Task.yield()
    items.withLock { $0 -= 1 }
    return true
  }
}

@DependencyClient
struct ShopClient: Sendable {
  var sell: @Sendable () async -> Bool = { false }

  init(_ shop: Shop) { sell = { await shop.sell() } }
}

private enum RegisterKey: TestDependencyKey {
  static var testValue: Register { Register() }
}

private enum ShopKey: TestDependencyKey {
  static let testValue = Shop()
}

private enum ShopClientKey: TestDependencyKey {
  static var testValue: ShopClient { ShopClient(Shop()) }
}

extension DependencyValues {
  var register: Register {
    get { self[test: RegisterKey.self] }
    set { self[test: RegisterKey.self] = newValue }
  }

  var shop: Shop {
    get { self[test: ShopKey.self] }
    set { self[test: ShopKey.self] = newValue }
  }

  var shopClient: ShopClient {
    get { self[test: ShopClientKey.self] }
    set { self[test: ShopClientKey.self] = newValue }
  }
}

/// Sells to two customers at the same time, and returns the number of customers who bought an item.
func sales(in shop: Shop) async -> Int {
  async let first = shop.sell()
  async let second = shop.sell()
  return await [first, second].count(where: \.self)
}
