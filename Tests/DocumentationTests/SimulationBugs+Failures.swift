import Dependence
import DependenceFoundation
import DependenceHarness
import DependenceSimulation
import DependenceTesting
import Foundation
import Testing

/// The failing tests of the article "Test failures, cancellation and crashes".
extension SimulationBugs {
  typealias Timeout = FixedWorld.Timeout
  typealias Node = FixedWorld.Node

  // MARK: - A lost response

  struct Checkout {
    let charge: @Sendable (_ cents: Int, _ key: UUID) async throws -> Void
    @Dependency(\.uuid) private var uuid

    init(charge: @escaping @Sendable (_ cents: Int, _ key: UUID) async throws -> Void) {
      self.charge = charge
    }

    func pay(_ cents: Int) async throws {
      do {
        try await charge(cents, uuid())
      } catch is Timeout {
        try await charge(cents, uuid())
      }
    }
  }

  @Test(.dependencies, .explore(.exhaustive()))
  func `an order is charged once`() async throws {
    let bank = FixedWorld.Bank()
    let faults = Faults([.throwing(Timeout()), .losingResponse(Timeout())], atMost: 1)
    let checkout = Checkout(
      charge: faults.wrap("Bank.charge") { await bank.charge($0, key: $1) }
    )

    try await checkout.pay(100)

    let charged = await bank.charged
    #expect(charged == 100)
  }

  // MARK: - A retry

  struct Download {
    let fetch: @Sendable () async throws -> String

    func page(attempts: Int) async throws -> String {
      for _ in 2..<attempts {
        if let page = try? await fetch() { return page }
      }
      return try await fetch()
    }
  }

  @Test(.dependencies, .explore(.exhaustive()))
  func `three attempts survive two failures`() async throws {
    let faults = Faults([.throwing(Timeout())], atMost: 2)
    let download = Download(fetch: faults.wrap("Server.fetch") { "page" })

    let page = try? await download.page(attempts: 3)

    #expect(page == "page")
  }

  // MARK: - A partition

  struct ReplicatedStore {
    let primary = Node()
    let replicate: @Sendable (Int) async throws -> Void
    let readReplica: @Sendable () async throws -> Int

    func write(_ value: Int) async throws {
      await primary.write(value)
      try? await replicate(value)
    }

    func read() async -> Int {
      if let value = try? await readReplica() { return value }
      return await primary.value
    }
  }

  @Test(.dependencies, .explore(.exhaustive()))
  func `a value that was written is read`() async throws {
    let replica = Node()
    let partition = Faults([.throwing(Timeout())], atMost: 2)
    let store = ReplicatedStore(
      replicate: partition.wrap("Replica.write") { await replica.write($0) },
      readReplica: partition.wrap("Replica.read") { await replica.value }
    )

    guard (try? await store.write(1)) != nil else { return }

    let value = await store.read()
    #expect(value == 1)
  }

  // MARK: - A cancellation

  actor ImageCache {
    private var loads: [Int: Task<String, any Error>] = [:]

    func image(_ id: Int) async throws -> String {
      if let load = loads[id] { return try await load.value }
      let load = Task {
        try await Task.sleep(for: .seconds(1))
        return "image \(id)"
      }
      loads[id] = load
      return try await withTaskCancellationHandler {
        try await load.value
      } onCancel: {
        load.cancel()
      }
    }
  }

  @Test(.explore(.exhaustive()))
  func `an image loads after a load that was cancelled`() async throws {
    let cache = ImageCache()

    _ = await Simulation.cancellingAnywhere { try await cache.image(7) }

    let image = try? await cache.image(7)
    #expect(image == "image 7")
  }

  // MARK: - A crash

  struct Ledger {
    let balance: Durable<Int>
    let history: Durable<[Int]>

    func add(_ amount: Int) async {
      await balance.write(balance.value + amount)
      await balance.sync()
      await history.write(history.value + [amount])
      await history.sync()
    }
  }

  @Test(.explore(.exhaustive()))
  func `the balance is the sum of the history, even after a crash`() async {
    let ledger = Ledger(balance: Durable(0), history: Durable([]))

    await Simulation.crashingAnywhere { await ledger.add(5) }

    #expect(ledger.balance.value == ledger.history.value.reduce(0, +))
  }
}
