@testable import Dependence
import DependenceTesting
import TestKeys
import Testing

/// A generator of the sequence 0, 1, 2, …
private struct Ascending: RandomNumberGenerator, Sendable {
  private var count: UInt64 = 0

  mutating func next() -> UInt64 {
    defer { count += 1 }
    return count
  }
}

/// A generator that gets its numbers from another generator. It represents generators that run
/// arbitrary code when they are called.
private struct Delegating: RandomNumberGenerator, Sendable {
  let other: WithRandomNumberGenerator

  mutating func next() -> UInt64 { other { $0.next() } }
}

private struct Failure: Error {}

struct WithRandomNumberGeneratorTests {
  @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator

  @Test(.dependency(\.withRandomNumberGenerator, .seeded(7)))
  func `a seeded generator continues its sequence across calls`() {
    var expected = SeededRandomNumberGenerator(seed: 7)

    #expect(withRandomNumberGenerator { $0.next() } == expected.next())
    #expect(
      withRandomNumberGenerator { [$0.next(), $0.next()] } == [expected.next(), expected.next()]
    )
    #expect(
      withRandomNumberGenerator { Int.random(in: 0..<1_000, using: &$0) }
        == Int.random(in: 0..<1_000, using: &expected)
    )
  }

  @Test(.dependency(\.withRandomNumberGenerator, WithRandomNumberGenerator(Ascending())))
  func `a nested call draws from the same sequence`() {
    let drawn = withRandomNumberGenerator { outer in
      let first = outer.next()
      let inner = withRandomNumberGenerator { inner in
        [inner.next(), outer.next(), inner.next()]
      }
      return [first] + inner + [outer.next()]
    }

    #expect(drawn == [0, 1, 2, 3, 4])
  }

  @Test func `a generator can draw from another generator`() {
    let first = WithRandomNumberGenerator(Ascending())
    let second = WithRandomNumberGenerator(Delegating(other: first))

    #expect(second { [$0.next(), first { $0.next() }, $0.next()] } as [UInt64] == [0, 1, 2])
  }

  @Test func `assigning another generator inside a call does not replace the dependency`() {
    let generator = WithRandomNumberGenerator(Ascending())

    generator { $0 = SeededRandomNumberGenerator(seed: 1) }

    #expect(generator { $0.next() } == 0)
  }

  @Test func `concurrent tasks never draw the same number of a sequence`() async {
    let generator = WithRandomNumberGenerator(Ascending())

    let drawn = await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { (0..<5_000).map { _ in generator { $0.next() } } }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }

    #expect(drawn.sorted() == Array(0..<40_000))
  }

  @Test func `an unimplemented generator returns the sequence of seed 0`() {
    var expected = SeededRandomNumberGenerator(seed: 0)

    let reported = issues {
      let numbers = withRandomNumberGenerator { [$0.next(), $0.next()] }
      #expect(numbers == [expected.next(), expected.next()])
    }

    #expect(reported.count == 1)
  }

  @Test func `an error of the closure is rethrown`() {
    let generator = WithRandomNumberGenerator.seeded(1)

    #expect(throws: Failure.self) { try generator { _ in throw Failure() } }
  }

  @Test(arguments: [DependencyContext.live, .preview])
  func `the live and preview defaults return random numbers`(context: DependencyContext) {
    withDependencies {
      $0.context = context
    } operation: {
      let numbers = withRandomNumberGenerator { [$0.next(), $0.next(), $0.next(), $0.next()] }
      #expect(Set(numbers).count == 4)
    }
  }

  @Test func `an unimplemented generator returns numbers and reports an issue at every call`() {
    let line = #line + 2
    let issues = issues {
      let roll = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
      let again = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
      #expect((1...6).contains(roll))
      #expect(again == roll)
    }

    #expect(issues.map(\.site.line) == [line, line + 1])
    #expect(
      issues.map(\.kind).allSatisfy { $0 == .unimplemented(endpoint: "withRandomNumberGenerator") }
    )
    #expect(
      issues.first?.message == """
        withRandomNumberGenerator was called, but is unimplemented here. Override it for this test \
        with $0.withRandomNumberGenerator = .seeded(1), in withDependencies { … } or \
        .dependencies { … }.
        """
    )
  }
}
