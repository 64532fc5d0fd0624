import Testing

@testable import DependenceModules

struct FactoryRunTableTests {
  private let token = Token()
  private let other = Token()
  private var board = FactoryRunTable()

  private final class Token: Sendable {}

  private var key: FactoryRunTable.Key { key(of: token) }

  private func key(of token: Token) -> FactoryRunTable.Key {
    let id = ObjectIdentifier(token)
    return FactoryRunTable.Key(root: id, product: id, registration: id)
  }

  private let slot = Slots.slot(of: Token.self, named: nil)

  /// Creates a continuation, and the task that it resumes.
  private func waiter() async throws -> (FactoryRunTable.Waiter, Task<Void, any Error>) {
    let (waiters, source) = AsyncStream<FactoryRunTable.Waiter>.makeStream()
    let task = Task { try await withCheckedThrowingContinuation { _ = source.yield($0) } }
    var iterator = waiters.makeAsyncIterator()
    return (try #require(await iterator.next()), task)
  }

  @Test mutating func `a key has at most one factory run at a time`() {
    let first = board.join(key, for: slot, in: key.root)
    let second = board.join(key, for: slot, in: key.root)
    let elsewhere = board.join(key(of: other), for: slot, in: key.root)

    #expect(first.isNew && !second.isNew && elsewhere.isNew)
    #expect(first.run === second.run && first.run !== elsewhere.run)

    #expect(board.end(first.run, with: nil).isEmpty)
    let next = board.join(key, for: slot, in: key.root)
    #expect(next.isNew && next.run !== first.run)
    #expect(!board.join(key(of: other), for: slot, in: key.root).isNew)
  }

  @Test
  mutating func `ending a factory run returns only its own waiters, and only once`() async throws {
    let run = board.join(key, for: slot, in: key.root).run
    let elsewhere = board.join(key(of: other), for: slot, in: key.root).run
    let (first, _) = try await waiter()
    let (second, _) = try await waiter()
    let (third, _) = try await waiter()

    #expect(board.wait(first, as: .init(), for: run, in: nil).isWaiting)
    #expect(board.wait(second, as: .init(), for: elsewhere, in: nil).isWaiting)
    #expect(board.wait(third, as: .init(), for: run, in: nil).isWaiting)

    let told = board.end(run, with: nil)
    #expect(told.count == 2)
    #expect(board.end(run, with: nil).isEmpty)
    #expect(board.end(elsewhere, with: nil).count == 1)
    for waiter in [first, second, third] { waiter.resume() }
  }

  @Test mutating func `a wait for an ended factory run is not queued`() async throws {
    let run = board.join(key, for: slot, in: key.root).run
    _ = board.end(run, with: nil)
    let (waiter, _) = try await waiter()

    #expect(board.wait(waiter, as: .init(), for: run, in: nil).isEnded)
    waiter.resume()
  }

  @Test mutating func `a wait for a failed factory run returns its error`() async throws {
    struct Broken: Error {}
    let run = board.join(key, for: slot, in: key.root).run
    _ = board.end(run, with: Broken())
    let (waiter, _) = try await waiter()

    let admission = board.wait(waiter, as: .init(), for: run, in: nil)

    guard case .ended(let error) = admission else { throw Broken() }
    #expect(error is Broken)
    waiter.resume()
  }

  @Test mutating func `cancelling a wait removes only that waiter`() async throws {
    let run = board.join(key, for: slot, in: key.root).run
    let (first, _) = try await waiter()
    let (second, _) = try await waiter()
    let ticket = FactoryRunTable.Ticket()
    _ = board.wait(first, as: ticket, for: run, in: nil)
    _ = board.wait(second, as: .init(), for: run, in: nil)

    #expect(board.cancel(ticket) != nil)
    #expect(board.cancel(ticket) == nil)
    #expect(board.end(run, with: nil).count == 1)
    for waiter in [first, second] { waiter.resume() }
  }

  @Test
  mutating func `factory runs that wait for each other form a cycle until one wait is cancelled`()
    async throws
  {
    let run = board.join(key, for: slot, in: key.root).run
    let elsewhere = board.join(key(of: other), for: slot, in: key.root).run
    let (first, _) = try await waiter()
    let (second, _) = try await waiter()
    let ticket = FactoryRunTable.Ticket()

    #expect(board.wait(first, as: ticket, for: elsewhere, in: run).isWaiting)
    #expect(
      board.wait(second, as: .init(), for: run, in: elsewhere).cycle
        == [run, elsewhere]
    )
    // Without the first wait, there is no cycle.
    #expect(board.cancel(ticket) != nil)
    #expect(board.wait(second, as: .init(), for: run, in: elsewhere).isWaiting)
    _ = board.end(run, with: nil)
    _ = board.end(elsewhere, with: nil)
    for waiter in [first, second] { waiter.resume() }
  }

  @Test mutating func `a factory run with a cancelled wait still waits through its other waits`()
    async throws
  {
    let run = board.join(key, for: slot, in: key.root).run
    let elsewhere = board.join(key(of: other), for: slot, in: key.root).run
    let (first, _) = try await waiter()
    let (second, _) = try await waiter()
    let (third, _) = try await waiter()
    let ticket = FactoryRunTable.Ticket()

    #expect(board.wait(first, as: ticket, for: elsewhere, in: run).isWaiting)
    #expect(board.wait(second, as: .init(), for: elsewhere, in: run).isWaiting)
    #expect(board.cancel(ticket) != nil)
    #expect(
      board.wait(third, as: .init(), for: run, in: elsewhere).cycle
        == [run, elsewhere]
    )
    for waiter in [first, second, third] { waiter.resume() }
  }

  @Test
  mutating func `a wait started by an ended factory run is not part of a cycle`() async throws {
    let run = board.join(key, for: slot, in: key.root).run
    let elsewhere = board.join(key(of: other), for: slot, in: key.root).run
    let (first, _) = try await waiter()
    let (second, _) = try await waiter()
    _ = board.end(run, with: nil)

    #expect(board.wait(first, as: .init(), for: elsewhere, in: run).isWaiting)
    let next = board.join(key, for: slot, in: key.root).run
    #expect(board.wait(second, as: .init(), for: next, in: elsewhere).isWaiting)
    for waiter in [first, second] { waiter.resume() }
  }
}

extension FactoryRunTable.Admission {
  fileprivate var isWaiting: Bool { if case .waiting = self { true } else { false } }
  fileprivate var isEnded: Bool { if case .ended = self { true } else { false } }
  fileprivate var cycle: [FactoryRun]? {
    if case .cycle(let chain) = self { chain.map(\.run) } else { nil }
  }
}
