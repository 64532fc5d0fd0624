import DependenceHarness
import DependenceModules
import DependenceTesting
import Testing

extension Dependencies {
  fileprivate var number: Numbered { Numbered(-1) }
  fileprivate var top: Top { Top() }
}

private final class Numbered: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

private final class Top: Sendable {
  let below: Numbered

  init() {
    @Dependency(\.number) var number: Numbered
    below = number
  }
}

struct OverridingStressTests {
  /// The numbers of the latest override that has begun and of the latest one that has ended.
  private struct Log {
    var begun = -1
    var ended = -1
  }

  @Test func `a read never returns a value that was replaced before the read began`() async throws {
    try await stress(iterations: 20, concurrency: 4, seed: 7) { _ in
      let log = Lock(Log())
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          for number in 0..<200 {
            log.withLock { $0.begun = number }
            if number % 5 == 4 {
              Dependencies.overrideResettingAll(\.number) { Numbered(number) }
            } else {
              Dependencies.override(\.number) { Numbered(number) }
            }
            log.withLock { $0.ended = number }
          }
        }
        for _ in 0..<3 {
          group.addTask {
            for _ in 0..<200 {
              let ended = log.withLock { $0.ended }
              let read = DependencyValues.current[\.number]
              let begun = log.withLock { $0.begun }
              #expect(ended <= read.number && read.number <= begun)
              _ = DependencyValues.current[\.top]
            }
          }
        }
      }
      Dependencies.overrideResettingAll(\.number) { Numbered(1_000) }
      #expect(DependencyValues.current[\.top].below.number == 1_000)
      Dependencies.reset()
      #expect(DependencyValues.current[\.top].below.number == -1)
    }
  }

  @Test func `an override creates one instance under concurrent reads`() async throws {
    try await stress(iterations: 50, concurrency: 4, seed: 11) { _ in
      let count = Lock(0)
      Dependencies.override(\.number) {
        count.withLock { $0 += 1 }
        return Numbered(0)
      }
      let seen = await withTaskGroup(of: ObjectIdentifier.self) { group in
        for _ in 0..<16 {
          group.addTask { ObjectIdentifier(DependencyValues.current[\.number]) }
        }
        return await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(seen == [ObjectIdentifier(DependencyValues.current[\.number])])
      #expect(count.withLock { $0 } == 1)
    }
  }
}
