import Dependence
import DependenceSimulation
import TestKeys
import Testing

/// Tests that searches can prove the correctness of programs with at most 20,000 schedules.
struct ProofTests {
  private actor Fork {
    private var isLocked = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take() async {
      if isLocked {
        await withCheckedContinuation { waiting.append($0) }
      } else {
        isLocked = true
      }
    }

    func putDown() {
      if waiting.isEmpty { isLocked = false } else { waiting.removeFirst().resume() }
    }
  }

  private actor Table {
    private(set) var meals = 0

    func eat() { meals += 1 }
  }

  /// A channel with a limited capacity.
  private actor Channel {
    private let capacity: Int
    private var elements: [Int] = []
    private var isClosed = false
    private var senders: [CheckedContinuation<Void, Never>] = []
    private var receivers: [CheckedContinuation<Void, Never>] = []

    init(capacity: Int) { self.capacity = capacity }

    func send(_ element: Int) async -> Bool {
      while elements.count == capacity, !isClosed {
        await withCheckedContinuation { senders.append($0) }
      }
      if isClosed { return false }
      elements.append(element)
      if !receivers.isEmpty { receivers.removeFirst().resume() }
      return true
    }

    func receive() async -> Int? {
      while elements.isEmpty {
        if isClosed { return nil }
        await withCheckedContinuation { receivers.append($0) }
      }
      if !senders.isEmpty { senders.removeFirst().resume() }
      return elements.removeFirst()
    }

    func close() {
      isClosed = true
      for waiting in senders + receivers { waiting.resume() }
      (senders, receivers) = ([], [])
    }
  }

  /// The shared memory of Peterson's algorithm: two flags and a turn. Each access is a separate
  /// call to the actor.
  private actor Flags {
    private var wants = [false, false]
    private var turn = 0
    private var visitors = 0
    private(set) var mostVisitors = 0

    func setWants(_ value: Bool, _ number: Int) { wants[number] = value }
    func giveTurn(to number: Int) { turn = number }
    func mustWait(_ number: Int) -> Bool { wants[1 - number] && turn == 1 - number }
    func enter() {
      visitors += 1
      mostVisitors = max(mostVisitors, visitors)
    }
    func leave() { visitors -= 1 }
  }

  /// A stack that can be replaced only by a caller that has seen its latest version.
  private actor Stack {
    private var top = [1, 2]
    private var version = 0

    var snapshot: (elements: [Int], version: Int) { (top, version) }

    func replace(_ version: Int, with elements: [Int]) -> Bool {
      guard version == self.version else { return false }
      top = elements
      self.version += 1
      return true
    }
  }

  private func prove(
    _ body: @escaping @Sendable @concurrent (Simulation) async throws -> Void
  ) async throws -> ExplorationResult {
    let exploration = Exploration.exhaustive(limit: 20_000, pruning: .independentTasks)
    return try await explore(exploration, operation: body)
  }

  @Test func `dining philosophers who take the lower fork first never deadlock`() async throws {
    let result = try await prove { _ in
      let forks = [Fork(), Fork(), Fork()]
      let table = Table()
      await withTaskGroup(of: Void.self) { group in
        for seat in 0..<3 {
          group.addTask {
            let (first, second) = (min(seat, (seat + 1) % 3), max(seat, (seat + 1) % 3))
            await forks[first].take()
            await forks[second].take()
            await table.eat()
            await forks[second].putDown()
            await forks[first].putDown()
          }
        }
      }
      #expect(await table.meals == 3)
    }

    #expect(result.isComplete)
  }

  @Test func `dining philosophers who take the left fork first deadlock`() async throws {
    let reported = try await issues(from: {
      let result = try await prove { _ in
        let forks = [Fork(), Fork(), Fork()]
        await withTaskGroup(of: Void.self) { group in
          for seat in 0..<3 {
            group.addTask {
              await forks[seat].take()
              await forks[(seat + 1) % 3].take()
              await forks[(seat + 1) % 3].putDown()
              await forks[seat].putDown()
            }
          }
        }
      }
      #expect(result.failure != nil)
    })

    #expect(reported.first?.message.hasPrefix("Deadlock") == true)
  }

  @Test func `a bounded channel that is closed loses no sent element`() async throws {
    let result = try await prove { _ in
      let channel = Channel(capacity: 1)
      async let sent = {
        var sent: [Int] = []
        for element in 1...2 where await channel.send(element) { sent.append(element) }
        return sent
      }()
      async let received = {
        var received: [Int] = []
        while let element = await channel.receive() { received.append(element) }
        return received
      }()
      async let closed: Void = channel.close()
      await closed
      let (gone, come) = await (sent, received)
      #expect(gone == come)
    }

    #expect(result.isComplete)
  }

  @Test func `Peterson's algorithm admits one visitor at a time`() async throws {
    let result = try await prove { _ in
      let flags = Flags()
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<2 {
          group.addTask {
            await flags.setWants(true, number)
            await flags.giveTurn(to: 1 - number)
            // A task that would have to wait gives up, so that every schedule ends.
            if await !flags.mustWait(number) {
              await flags.enter()
              await flags.leave()
            }
            await flags.setWants(false, number)
          }
        }
      }
      #expect(await flags.mostVisitors <= 1)
    }

    #expect(result.isComplete)
  }

  @Test func `a stack with versions is free of the ABA problem`() async throws {
    let result = try await prove { _ in
      let stack = Stack()
      async let popped = {
        while true {
          let (elements, version) = await stack.snapshot
          guard let top = elements.last else { return 0 }
          if await stack.replace(version, with: elements.dropLast()) { return top }
        }
      }()
      async let pushed: Void = {
        // Pops two elements and pushes the first one back.
        var isDone = false
        while !isDone {
          let (elements, version) = await stack.snapshot
          guard elements.count == 2 else { return }
          isDone = await stack.replace(version, with: [elements[1]])
        }
      }()
      let (top, _) = await (popped, pushed)
      #expect(top == 2)
    }

    #expect(result.isComplete)
  }
}
