@testable import DependenceSimulation
import Testing

struct ShardedSearchTests {
  /// A run of `length` choices between two candidates, which begins with the choices of the ticket.
  private func run(_ ticket: SearchTicket, _ length: Int) -> RunRecord {
    var record = RunRecord()
    let choices = ticket.choices + Array(repeating: 0, count: length - ticket.choices.count)
    record.steps = choices.map { Step(participant: $0, candidates: [0, 1], choice: $0) }
    return record
  }

  /// The first of two shards of all runs with five choices, after the first run that it owns.
  private func half() -> ShardedSearch {
    var search = ShardedSearch(of: Shard(number: 1, count: 2))
    while search.runs < 1, let ticket = search.next() {
      search.finish(ticket, with: run(ticket, 5))
    }
    return search
  }

  @Test func `one prefix is followed at a time and counted once`() throws {
    var search = ShardedSearch(of: Shard(number: 1, count: 2))
    var next = search.next()
    let first = try #require(next)
    #expect(search.next() == nil)
    search.finish(first, with: run(first, 5))
    next = search.next()
    let second = try #require(next)
    #expect([first, second].map(\.choices) == [[], [0]])
    #expect(search.next() == nil)

    search.finish(second, with: run(second, 5))
    search.finish(second, with: run(second, 5))

    #expect(search.next()?.choices == [1])
    #expect(search.next() == nil)
    #expect(!search.isFinished && !search.isComplete)
    #expect([search.runs, search.explored] == [0, 0])
  }

  @Test func `workers explore one subtree after another`() throws {
    var search = half()
    var explored: [[Int]] = []
    while let ticket = search.next() {
      explored.append(ticket.choices)
      // Another worker must wait until the subtree is done.
      #expect(search.next() == nil)
      #expect(!search.isFinished)
      search.finish(ticket, with: run(ticket, 5))
    }

    #expect([search.runs, search.explored] == [16, 16])
    #expect(explored.count == 15)
    #expect(search.isFinished && search.isComplete)
  }

  @Test(arguments: [1, 2, 3, 15]) func `one limit applies to all subtrees`(limit: Int) {
    var search = ShardedSearch(limit: limit, of: Shard(number: 1, count: 2))
    while let ticket = search.next() { search.finish(ticket, with: run(ticket, 5)) }

    #expect([search.runs, search.explored] == [limit, limit])
    #expect(search.isFinished)
    #expect(!search.isComplete)
  }

  @Test func `a different run after the same choices ends the search of all subtrees`() throws {
    var search = half()
    let next = search.next()
    let ticket = try #require(next)

    search.finish(ticket, with: RunRecord((0, [0, 1]), (5, [5])))

    #expect(search.divergence != nil)
    #expect(search.next() == nil)
    #expect(search.isFinished)
    #expect(!search.isComplete)
  }

  @Test func `a truncated run leaves the sharded search incomplete`() {
    var search = ShardedSearch(of: Shard(number: 1, count: 2))
    while let ticket = search.next() {
      var record = run(ticket, 5)
      record.isTruncated = search.runs == 0
      search.finish(ticket, with: record)
    }

    #expect(search.runs == 16)
    #expect(search.isFinished)
    #expect(!search.isComplete)
  }

  @Test func `a shard without subtrees is complete`() {
    var search = ShardedSearch(of: Shard(number: 2, count: 2))
    #expect(!search.isFinished && !search.isComplete)
    while let ticket = search.next() { search.finish(ticket, with: RunRecord((0, [0]))) }

    #expect([search.runs, search.explored] == [0, 0])
    #expect(search.isFinished && search.isComplete)
  }
}
