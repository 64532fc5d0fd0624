import Dependence
import DependenceModules
import DependenceSimulation
import DependenceTesting
import DependenceXCTest
import XCTest

/// Tests of closures that are stored or that run in separate tasks. Such closures capture only
/// `Sendable` values, such as an object that is isolated to the main actor.
nonisolated final class KeptClosureTests: XCTestCase {
  @MainActor private final class Counter {
    var count = 0
    func add() { count += 1 }
  }

  @MainActor func testClosuresThatRunElsewhere() async throws {
    let counter = Counter()

    try await stress(iterations: 2) { _ in await counter.add() }
    try await simulate { _ in await counter.add() }
    try await simulate(seed: 1) { _ in await counter.add() }
    try await explore(schedules: 1) { _ in await counter.add() }
    try await ContinuousClock().timeout(after: .seconds(60)) { await counter.add() }

    check(counter.count >= 6, true)
    MainActor.preconditionIsolated()
  }

  @MainActor func testClosuresThatAreKept() async throws {
    let counter = Counter()
    let scope = captureDependencies()

    let wrapped = scope.wrap { await counter.add() }
    await wrapped()
    let spied = Spy<Void>().wrap { await counter.add() }
    await spied()
    let faulty: @Sendable () async throws -> Void = Faults([]).wrap("Counter.add") {
      await counter.add()
    }
    try await faulty()
    let provided = AsyncProvider { await counter.count }
    check(try await provided(), 3)
    let modules = Dependencies {
      Module { counter }
    }
    withDependencies(modules) {
      counter.add()
    }

    check(counter.count, 4)
    MainActor.preconditionIsolated()
  }

  // Without this feature, Swift 5 does not infer that a literal key path is `Sendable`.
  #if hasFeature(InferSendableFromCaptures)
  func testSynchronousClosureOfAnAsynchronousFunction() async {
    let model = Model()
    var number = 0

    await ParallelSafety.overridesStayInTheirTask.verify(\.text) { value in
      model.count += 1
      number += 1
      return "\(value)"
    } identity: {
      $0
    }

    check(model.count > 0, true)
    check(number, model.count)
  }

  @MainActor func testSynchronousClosureOnTheMainActor() async {
    let counter = Counter()
    var number = 0

    await ParallelSafety.overridesStayInTheirTask.verify(\.text) { value in
      counter.add()
      number += 1
      return "\(value)"
    } identity: {
      $0
    }

    check(counter.count, number)
    MainActor.preconditionIsolated()
  }
  #endif
}

nonisolated private enum TextKey: DependencyKey {
  static let liveValue = "live"
  static let testValue = "test"
}

nonisolated extension DependencyValues {
  fileprivate var text: String {
    get { self[TextKey.self] }
    set { self[TextKey.self] = newValue }
  }
}
