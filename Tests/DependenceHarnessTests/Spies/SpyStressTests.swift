import Dependence
@testable import DependenceHarness
import Foundation
import Testing

struct SpyStressTests {
  @Test func `calls from concurrent tasks are all recorded in one order`() async {
    let spies = (0..<4).map { Spy<Int, Int>("spy \($0)") }
    let endpoints = spies.map { $0.wrap { number async -> Int in -number } }

    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<16 {
        group.addTask {
          for number in 0..<200 {
            let endpoint = endpoints[(worker + number) % endpoints.count]
            #expect(await endpoint(number) == -number)
          }
        }
      }
      group.addTask { for spy in spies { await spy.waitForCalls(atLeast: 800) } }
      // These tasks read the calls while other tasks add calls.
      for spy in spies { group.addTask { for _ in 0..<20 { _ = spy.callTraces } } }
    }

    for spy in spies {
      #expect(spy.calls.map(\.number) == Array(1...800))
      #expect(spy.calls.map(\.order) == spy.calls.map(\.order).sorted())
      #expect(spy.calls.allSatisfy { $0.outcome.result == -$0.arguments })
      let expected = (0..<200).flatMap { Array(repeating: $0, count: 4) }
      spy.expectCalls(inAnyOrder: expected)
    }
    #expect(Set(spies.flatMap { $0.calls.map(\.order) }).count == 3_200)
  }

  @Test func `a spy can be read and reset while threads call it`() async {
    let spy = Spy<Int, Int>("spy")
    let endpoint = spy.wrap { $0 }

    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          await withCheckedContinuation { done in
            Thread.detachNewThread {
              for number in 0..<500 { _ = endpoint(number) }
              done.resume()
            }
          }
        }
      }
      for _ in 0..<4 {
        group.addTask { for _ in 0..<50 { spy.reset() } }
        group.addTask { for _ in 0..<50 { #expect(spy.calls.map(\.number).isConsecutive) } }
      }
    }

    let numbers = spy.calls.map(\.number)
    #expect(numbers.isConsecutive)
  }

  @Test func `a call that a reset has removed is not counted as ended`() async {
    for _ in 0..<2_000 {
      let spy = Spy<Int, Int>("spy")
      let endpoint = spy.wrap { $0 }

      await withTaskGroup(of: Void.self) { group in
        group.addTask { for number in 0..<20 { _ = endpoint(number) } }
        group.addTask { for _ in 0..<20 { spy.reset() } }
      }

      #expect(spy.ended.withLock(\.count) == spy.calls.count)
    }
  }
}

extension [Int] {
  fileprivate var isConsecutive: Bool { self == Array(1..<count + 1) }
}
