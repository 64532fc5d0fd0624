import Dependence
import DependenceTesting
import Foundation
import TestKeys
import Testing

private enum FirstKey: DependencyKey {
  static var liveValue: Int { testValue }
  static var testValue: Int {
    @Dependency(SecondKey.self) var second
    return second
  }
}

private enum SecondKey: DependencyKey {
  static var liveValue: Int { testValue }
  static var testValue: Int {
    @Dependency(ThirdKey.self) var third
    return third
  }
}

private enum ThirdKey: DependencyKey {
  static var liveValue: Int { testValue }
  static var testValue: Int {
    withDependencies {
      $0.number = 0
    } operation: {
      @Dependency(FirstKey.self) var first
      return first
    }
  }
}

/// A key that each of two threads overrides with its own number, 1 or 2.
private enum MeetingKey: TestDependencyKey {
  static var testValue: Int { 0 }
  private static let arrived = Lock<Set<Int>>([])

  /// Waits until both threads are computing their first default, and returns the number of the
  /// current thread.
  static func meet() -> Int {
    let number = DependencyValues.current[MeetingKey.self]
    arrived.withLock { _ = $0.insert(number) }
    while arrived.withLock({ $0.count }) < 2 { Thread.sleep(forTimeInterval: 0.001) }
    return number
  }
}

private enum EastKey: TestDependencyKey {
  static var testValue: Int {
    MeetingKey.meet() == 1 ? DependencyValues.current[WestKey.self] + 1 : 10
  }
}

private enum WestKey: TestDependencyKey {
  static var testValue: Int {
    MeetingKey.meet() == 2 ? DependencyValues.current[EastKey.self] + 1 : 20
  }
}

private let firstLazyLine = #line + 1
private let firstLazy: Lazy<Int> = Lazy { secondLazy() }
private let secondLazy: Lazy<Int> = Lazy { firstLazy() }

struct CycleTests {
  @Test func `a cycle of defaults traps with the dependency chain`() async throws {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      @Dependency(SecondKey.self) var second
      _ = second
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      output.contains(
        """
        Dependency cycle: DependenceTests.SecondKey → DependenceTests.ThirdKey → \
        DependenceTests.FirstKey → DependenceTests.SecondKey. Each of these defaults reads the next \
        one while it is computed. To break the cycle, read one of them later, in a closure or a task. \
        The cycle was completed by the read at DependenceTests/CycleTests.swift:
        """.trimmingCharacters(in: .newlines)
      )
    )
  }

  // Each thread needs the default that the other thread is computing. The defaults do not form a
  // cycle, because in the scope of each thread only one of them depends on the other.
  @Test func `threads that compute the same defaults in different scopes do not form a cycle`() {
    let results = Lock<[Int: Int]>([:])
    let group = DispatchGroup()
    for number in [1, 2] {
      group.enter()
      Thread.detachNewThread {
        let result = withDependencies {
          $0[MeetingKey.self] = number
        } operation: {
          number == 1
            ? DependencyValues.current[EastKey.self] : DependencyValues.current[WestKey.self]
        }
        results.withLock { $0[number] = result }
        group.leave()
      }
    }
    group.wait()

    #expect(results.withLock { $0 } == [1: 21, 2: 11])
  }

  @Test func `a cycle of lazies traps with the source location of each`() async throws {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = firstLazy()
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      output.contains(
        """
        Dependency cycle: Lazy<Int> (DependenceTests/CycleTests.swift:\(firstLazyLine)) → \
        Lazy<Int> (DependenceTests/CycleTests.swift:\(firstLazyLine + 1)) → \
        Lazy<Int> (DependenceTests/CycleTests.swift:\(firstLazyLine)).
        """
      )
    )
  }

  @Test func `a cycle across two threads traps instead of hanging`() async throws {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      // Both threads must be computing their own default before either thread reads the default of
      // the other.
      enum Meeting {
        static let arrived = Lock(0)
        static func wait() {
          arrived.withLock { $0 += 1 }
          while arrived.withLock({ $0 }) < 2 {}
        }
      }
      enum LeftKey: DependencyKey {
        static var liveValue: Int { testValue }
        static var testValue: Int {
          Meeting.wait()
          return DependencyValues.current[RightKey.self]
        }
      }
      enum RightKey: DependencyKey {
        static var liveValue: Int { testValue }
        static var testValue: Int {
          Meeting.wait()
          return DependencyValues.current[LeftKey.self]
        }
      }
      // These are threads and not tasks. With tasks, the second one might have to wait until the
      // first one releases a thread.
      Thread.detachNewThread { _ = DependencyValues.current[LeftKey.self] }
      Thread.detachNewThread { _ = DependencyValues.current[RightKey.self] }
      try await Task.sleep(for: .seconds(60))
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(output.contains("Dependency cycle: "))
    // Either thread may complete the cycle. The message contains this part of the cycle in both
    // cases.
    #expect(output.contains("LeftKey → DependenceTests.CycleTests.RightKey"))
  }

  @Test func `a task that a default starts can read that default`() async {
    enum SelfReadingKey: DependencyKey {
      static var liveValue: Task<ObjectIdentifier, Never> { testValue }
      static var testValue: Task<ObjectIdentifier, Never> {
        Task {
          _ = DependencyValues.current[SelfReadingKey.self]
          return ObjectIdentifier(DependencyValues.current.token)
        }
      }
    }
    @Dependency(SelfReadingKey.self) var task

    #expect(await task.value == ObjectIdentifier(DependencyValues.current.token))
  }
}
