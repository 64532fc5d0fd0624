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
        one while it is computed. To break the cycle, read one of them later, in a closure or a task.
        """
      )
    )
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
      // Each thread is inside its own key before either reads the other's.
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
      // Uses threads, because one task might have to wait for the thread of the other.
      Thread.detachNewThread { _ = DependencyValues.current[LeftKey.self] }
      Thread.detachNewThread { _ = DependencyValues.current[RightKey.self] }
      try await Task.sleep(for: .seconds(60))
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(output.contains("Dependency cycle: "))
    // Either thread may be the one that closes the cycle.
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
