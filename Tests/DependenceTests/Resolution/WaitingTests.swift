@testable import Dependence
@testable import DependenceKernel
import DependenceTesting
import Foundation
import Synchronization
import Testing

/// The signals between two threads that compute defaults.
private final class Handover: Sendable {
  let hasBegun = Atomic<Bool>(false)
  /// The thread that computes the slow default, or 0 before the computation starts.
  let slowThread = Atomic<UInt>(0)
}

private enum HandoverKey: DependencyKey {
  static var liveValue: Handover { testValue }
  static var testValue: Handover { Handover() }
}

/// A key whose default is computed until the other thread waits for it.
private enum FastKey: DependencyKey {
  static var liveValue: Int { testValue }
  static var testValue: Int {
    let handover = DependencyValues.current[HandoverKey.self]
    handover.hasBegun.store(true, ordering: .releasing)
    while !ComputingThreads.isWaiting(handover.slowThread.load(ordering: .acquiring)) {
      sched_yield()
    }
    return 1
  }
}

private enum SlowKey: DependencyKey {
  static var liveValue: Int { testValue }
  static var testValue: Int {
    let handover = DependencyValues.current[HandoverKey.self]
    handover.slowThread.store(currentThread(), ordering: .releasing)
    return DependencyValues.current[FastKey.self] + 1
  }
}

/// Tests of threads that wait for defaults. They are serialized because a new thread can have the
/// same identifier as a thread that has ended.
@Suite(.serialized) struct WaitingTests {
  // The second thread waits for the fast default and may still be suspended when that default has
  // been computed. If the first thread then waits for the slow default, the outdated wait of the
  // second thread must not form a cycle with it.
  @Test(arguments: 0..<50)
  func `a wait that has ended does not count towards a cycle`(round: Int) async {
    let sum = await withDependencies {
      $0[HandoverKey.self] = Handover()
    } operation: {
      let handover = DependencyValues.current[HandoverKey.self]
      async let fast = onThread {
        DependencyValues.current[FastKey.self] + DependencyValues.current[SlowKey.self]
      }
      async let slow = onThread {
        while !handover.hasBegun.load(ordering: .acquiring) { sched_yield() }
        return DependencyValues.current[SlowKey.self]
      }
      let sum = await fast + slow
      #expect(!ComputingThreads.isWaiting(handover.slowThread.load(ordering: .acquiring)))
      return sum
    }

    #expect(sum == 5)
  }

  // In one scope, two threads read the value, which is computed synchronously. In another scope, a
  // task computes the value asynchronously at the same time.
  @Test func `the end of an asynchronous computation does not hide a running synchronous one`()
    async throws
  {
    let computations = Atomic<Int>(0)
    let reader = Atomic<UInt>(0)
    let hasAsynchronousValue = Atomic<Bool>(false)
    let product = Product<Int>(named: { "product" }) {
      // The first computation continues until the second thread either waits for it or,
      // incorrectly, starts another computation.
      if computations.add(1, ordering: .acquiringAndReleasing).newValue == 1 {
        while !ComputingThreads.isWaiting(reader.load(ordering: .acquiring)),
          computations.load(ordering: .acquiring) == 1
        { sched_yield() }
      }
      return 1
    }
    let frame = Frame.current

    async let first = onThread { frame.value(of: product, readAt: .unknown) }
    async let second = onThread {
      while !hasAsynchronousValue.load(ordering: .acquiring) { sched_yield() }
      reader.store(currentThread(), ordering: .releasing)
      return frame.value(of: product, readAt: .unknown)
    }
    while computations.load(ordering: .acquiring) == 0 { await Task.yield() }
    try await withDependencies {
      $0[HandoverKey.self] = Handover()
    } operation: {
      try await Frame.current.makeValue(of: product, readAt: .unknown) {
        _ = DependencyValues.current[HandoverKey.self]
        return 2
      }
    }
    hasAsynchronousValue.store(true, ordering: .releasing)

    #expect(await [first, second] == [1, 1])
    #expect(computations.load(ordering: .acquiring) == 1)
  }

  /// Runs `work` in this scope on a new thread. The thread may be blocked, because it does not run
  /// tasks.
  private func onThread(_ work: @escaping @Sendable () -> Int) async -> Int {
    let scope = captureDependencies()
    return await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: scope.run(work)) }.start()
    }
  }
}
