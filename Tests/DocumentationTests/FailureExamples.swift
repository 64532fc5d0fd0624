import Dependence
import DependenceFoundation
import DependenceHarness
import DependenceSimulation
import DependenceTesting
import Foundation
import Synchronization
import Testing

/// The code of the article "Test failures, cancellation and crashes" with its errors fixed.
enum FixedWorld {
  // MARK: - A lost response

  struct Timeout: Error {}

  actor Bank {
    private(set) var charged = 0
    private var keys: Set<UUID> = []

    func charge(_ cents: Int, key: UUID) {
      if keys.insert(key).inserted { charged += cents }
    }
  }

  struct Checkout {
    let charge: @Sendable (_ cents: Int, _ key: UUID) async throws -> Void
    @Dependency(\.uuid) private var uuid

    init(charge: @escaping @Sendable (_ cents: Int, _ key: UUID) async throws -> Void) {
      self.charge = charge
    }

    func pay(_ cents: Int) async throws {
      let key = uuid()
      do {
        try await charge(cents, key)
      } catch is Timeout {
        try await charge(cents, key)
      }
    }
  }

  struct CheckoutTests {
    @Test(.dependencies, .explore(.exhaustive()))
    func `an order is charged once`() async throws {
      let bank = Bank()
      let faults = Faults([.throwing(Timeout()), .losingResponse(Timeout())], atMost: 1)
      let checkout = Checkout(
        charge: faults.wrap("Bank.charge") { await bank.charge($0, key: $1) }
      )

      try await checkout.pay(100)

      let charged = await bank.charged
      #expect(charged == 100)
    }
  }

  // MARK: - A retry

  struct Download {
    let fetch: @Sendable () async throws -> String

    func page(attempts: Int) async throws -> String {
      for _ in 1..<attempts {
        if let page = try? await fetch() { return page }
      }
      return try await fetch()
    }
  }

  struct DownloadTests {
    @Test(.dependencies, .explore(.exhaustive()))
    func `three attempts survive two failures`() async throws {
      let faults = Faults([.throwing(Timeout())], atMost: 2)
      let download = Download(fetch: faults.wrap("Server.fetch") { "page" })

      let page = try? await download.page(attempts: 3)

      #expect(page == "page")
    }
  }

  // MARK: - A partition

  actor Node {
    private(set) var value = 0

    func write(_ value: Int) { self.value = value }
  }

  struct ReplicatedStore {
    let primary = Node()
    let replicate: @Sendable (Int) async throws -> Void
    let readReplica: @Sendable () async throws -> Int

    func write(_ value: Int) async throws {
      try await replicate(value)
      await primary.write(value)
    }

    func read() async -> Int {
      if let value = try? await readReplica() { return value }
      return await primary.value
    }
  }

  struct ReplicatedStoreTests {
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
      do {
        return try await withTaskCancellationHandler {
          try await load.value
        } onCancel: {
          load.cancel()
        }
      } catch {
        loads[id] = nil
        throw error
      }
    }
  }

  struct ImageCacheTests {
    @Test(.explore(.exhaustive()))
    func `an image loads after a load that was cancelled`() async throws {
      let cache = ImageCache()

      _ = await Simulation.cancellingAnywhere { try await cache.image(7) }

      let image = try? await cache.image(7)
      #expect(image == "image 7")
    }
  }

  // MARK: - A crash

  struct Account: Sendable {
    var balance = 0
    var history: [Int] = []
  }

  struct Ledger {
    let file: Durable<Account>

    func add(_ amount: Int) async {
      var account = file.value
      account.balance += amount
      account.history.append(amount)
      await file.write(account)
      await file.sync()
    }
  }

  struct LedgerTests {
    @Test(.explore(.exhaustive()))
    func `the balance is the sum of the history, even after a crash`() async {
      let file = Durable(Account())

      await Simulation.crashingAnywhere {
        await Ledger(file: file).add(5)
        await Ledger(file: file).add(7)
      }

      let account = file.value
      #expect(account.balance == account.history.reduce(0, +))
    }
  }
}

struct DurableExampleTests {
  @Test(.explore(.exhaustive()))
  func `the balance after a crash is the old or the new value`() async {
    let balance = Durable(100)
    await Simulation.crashingAnywhere {
      await balance.write(80)
      await balance.sync()
    }
    #expect([80, 100].contains(balance.value))
  }
}

// MARK: - A choice

struct DiskTests {
  struct Full: Error {}

  struct Notes {
    var save: @Sendable (String) throws -> Void
    var unsaved: [String] = []

    mutating func add(_ note: String) {
      do { try save(note) } catch { unsaved.append(note) }
    }
  }

  @Test(.explore(.exhaustive()))
  func `a note is saved, or kept`() {
    let isFull = Simulation.choose("the disk is full", from: [false, true])
    let saved = Mutex<[String]>([])
    var notes = Notes { note in
      if isFull { throw Full() }
      saved.withLock { $0.append(note) }
    }

    notes.add("tea")

    #expect(notes.unsaved + saved.withLock { $0 } == ["tea"])
  }
}
