import Dependence
@testable import DependenceSimulation
import Testing

struct RandomSearchTests {
  /// Runs a search with several workers, of which a random one finishes next. Returns the search
  /// and the seeds, in the order in which their runs finished.
  private func search(
    _ search: RandomSearch,
    workers: Int,
    order: UInt64 = 0,
    fails: (UInt64) -> Bool
  ) -> (search: RandomSearch, tried: [UInt64]) {
    var search = search
    var random = SeededRandomNumberGenerator(seed: order)
    var underway: [UInt64] = []
    var tried: [UInt64] = []
    while true {
      while underway.count < workers, let seed = search.next() { underway.append(seed) }
      if underway.isEmpty { break }
      let seed = underway.remove(at: Int.random(in: underway.indices, using: &random))
      tried.append(seed)
      search.finish(seed, hasFailed: fails(seed))
    }
    return (search, tried)
  }

  @Test func `seeds are tried in order until one fails`() {
    let run = search(RandomSearch(first: 100, count: 50), workers: 1) { $0 % 7 == 0 }

    #expect(run.tried == [100, 101, 102, 103, 104, 105])
    #expect(run.search.failure == 105)
    #expect(run.search.explored == 6)
  }

  @Test func `without a failure, all seeds are tried`() {
    let run = search(RandomSearch(count: 50), workers: 3) { _ in false }

    #expect(run.tried.sorted() == Array(0..<50))
    #expect(run.search.failure == nil)
    #expect(run.search.explored == 50)
  }

  @Test(arguments: 1...6, 0..<20)
  func `several workers find the same failure as one worker`(workers: Int, order: Int) {
    let run = search(RandomSearch(count: 50), workers: workers, order: UInt64(order)) {
      $0 == 11 || $0 == 13 || $0 == 14
    }

    #expect(run.search.failure == 11)
    #expect(run.search.explored == 12)
    #expect(Set(run.tried).isSuperset(of: 0...11))
  }

  @Test func `a failure is final when all lower seeds are done`() {
    var search = RandomSearch(count: 10)
    let seeds = (0..<3).compactMap { _ in search.next() }

    search.finish(seeds[1], hasFailed: true)

    #expect(search.next() == nil)
    #expect(search.failure == 1)
    #expect(search.explored == 1)

    search.finish(seeds[0], hasFailed: false)

    #expect(search.explored == 2)

    search.finish(seeds[2], hasFailed: true)

    #expect(search.failure == 1)
    #expect(search.explored == 2)
  }

  @Test func `results for seeds that were not requested are ignored`() {
    var search = RandomSearch(first: 5, count: 10)
    let seed = search.next()

    search.finish(4, hasFailed: true)
    search.finish(6, hasFailed: true)

    #expect(seed == 5)
    #expect(search.failure == nil)
    #expect(search.explored == 0)
  }

  @Test func `seeds wrap around to 0 after the maximum`() {
    let run = search(RandomSearch(first: .max, count: 3), workers: 2) { $0 == 1 }

    #expect(run.tried.sorted() == [0, 1, .max])
    #expect(run.search.failure == 1)
  }

  @Test func `a search of zero seeds is finished`() {
    var search = RandomSearch(count: 0)

    #expect(search.next() == nil)
  }

  @Test func `a random search finds a lost update within ten seeds`() {
    let run = search(RandomSearch(count: 10), workers: 1) {
      ToyProgram.lostUpdate.run(.random(seed: $0)).state.variables != [0: 2]
    }

    #expect(run.search.failure != nil)
  }
}
