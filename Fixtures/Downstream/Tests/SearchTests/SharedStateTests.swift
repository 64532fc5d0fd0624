import Dependence
import DependenceSimulation
import DependenceTesting
import Testing

// Correct code. These tests pass only if every run of a search starts from the state that the
// traits set up.

@Suite(.dependencies { $0.register = Register() })
struct FreshStateTests {
  @Dependency(\.register) private var register
  private let own = Register()

  private func expectTwoEntries() async {
    let (register, own) = (register, own)
    async let first: Void = register.add("first")
    async let second: Void = own.add("second")
    async let third: Void = register.add("third")
    _ = await (first, second, third)
    #expect(await register.entries.count == 2)
    #expect(await own.entries.count == 1)
  }

  @Test(.explore(.exhaustive()))
  func suiteTrait() async { await expectTwoEntries() }

  @Test(.dependency(\.register, Register()), .explore(.exhaustive()))
  func testTraitBefore() async { await expectTwoEntries() }

  @Test(.explore(.exhaustive()), .dependencies { $0.register = Register() })
  func testTraitAfter() async { await expectTwoEntries() }

  @Test(.replay("1s-42-75cd"))
  func replay() async { await expectTwoEntries() }

  @Test(.deterministic(seed: 1))
  func deterministic() async { await expectTwoEntries() }

  @Test func call() async throws {
    try await explore(.exhaustive()) { _ in
      @Dependency(\.register) var register
      await register.add("first")
      #expect(await register.entries.count == 1)
    }
  }

  @Suite(
    .dependencies { values in
      await Task.yield(); values.register = Register()
    }
  )
  struct Nested {
    @Test(.explore(.exhaustive()))
    func nestedSuiteTrait() async { await FreshStateTests().expectTwoEntries() }
  }

  @Suite(.explore(.exhaustive()))
  struct Searched {
    @Test func suiteSearch() async { await FreshStateTests().expectTwoEntries() }
  }
}

// Code with a race. If all runs of a search used the same shop, only the first run could show the
// race, because the only item would then be sold.

@Suite(.dependencies { $0.shop = Shop() })
struct WrongCodeTests {
  @Test(.explore(.exhaustive()))
  func soldTwice() async {
    @Dependency(\.shop) var shop
    #expect(await sales(in: shop) == 1)
  }
}

// Instances that exist before a search, so that no trait can create a new one for each run.

private enum Existing {
  static let shop = Shop()
  static let captured = Shop()
  static let sold = Shop()
  static let untouched = Shop()
}

struct SharedInstanceTests {
  @Test(.dependencies { $0.shop = Existing.shop }, .explore(.exhaustive()))
  func existingInstance() async {
    @Dependency(\.shop) var shop
    #expect(await sales(in: shop) <= 2)
  }

  @Test(.explore(.exhaustive()))
  func staticDefault() async {
    @Dependency(\.shop) var shop
    #expect(await sales(in: shop) <= 2)
  }

  @Test(.dependencies { $0.shopClient = ShopClient(Existing.captured) }, .explore(.exhaustive()))
  func capturedByClosure() async {
    @Dependency(\.shopClient) var client
    _ = await client.sell()
  }

  @Test func override() async throws {
    let register = Register()
    try await withDependencies {
      $0.register = register
    } operation: {
      try await explore(.exhaustive()) { _ in
        @Dependency(\.register) var register
        await register.add("entry")
      }
    }
  }

  @Test(.dependencies { $0.shop = Existing.sold }, .explore(100))
  func randomSearch() async {
    @Dependency(\.shop) var shop
    _ = await shop.sell()
  }

  @Test(.dependencies { $0.shop = Existing.untouched }, .explore(.exhaustive()))
  func unmodified() async {
    @Dependency(\.shop) var shop
    let isShared = shop === Existing.untouched
    async let first = 1
    async let second = 2
    #expect(await first + second == 3)
    #expect(isShared)
  }
}
