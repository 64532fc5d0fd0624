import Dependence
import DependenceXCTest
import Foundation
import TestKeys
import Testing
import XCTest

/// Whether this process was started by `HarnessTests`. Otherwise, the test cases in this file do not
/// fail.
private let fails = System.environmentVariable("DEPENDENCE_FAILING_CASES") != nil

/// A test case that `HarnessTests` runs in a separate process.
final class TracedCase: DependencyTestCase {
  @Dependency(\.number) private var number

  override var dependencyDiagnostics: DependencyDiagnostics { .trace }

  override func configureDependencies(_ dependencies: inout DependencyValues) {
    dependencies.number = 5
  }

  func testFails() { XCTAssertEqual(number, fails ? 6 : 5) }
  func testPasses() { XCTAssertEqual(number, 5) }
}

/// A test case that `HarnessTests` runs in a separate process.
final class DiagnosedCase: DependencyTestCase {
  override var dependencyDiagnostics: DependencyDiagnostics { [.strict, .unusedOverrides] }

  override func configureDependencies(_ dependencies: inout DependencyValues) {
    if !fails || name.hasSuffix("testPasses") { return }
    dependencies.number = 5
  }

  func testFails() { if fails { _ = Dependency(\.text).wrappedValue } }
  func testPasses() {}
}

private struct Offline: Error {}

/// A test case that `HarnessTests` runs in a separate process.
final class FaultyCase: DependencyTestCase {
  override func configureDependencies(_ dependencies: inout DependencyValues) {
    let faults = Faults(seed: 7, [.throwing(Offline(), probability: 1)])
    let load: @Sendable () throws -> Int = faults.wrap("API.load") { 1 }
    dependencies.number = (try? load()) ?? 0
  }

  func testFails() { XCTAssertEqual(DependencyValues.current.number, fails ? 1 : 0) }
  func testPasses() { XCTAssertEqual(DependencyValues.current.number, 0) }
}

/// A test case that `HarnessTests` runs in a separate process.
final class CancellingCase: DependencyTestCase {
  private var load: (@Sendable () async throws -> Int)?

  override func configureDependencies(_ dependencies: inout DependencyValues) {
    load = Faults(seed: 7, [.cancelling(probability: 1)]).wrap("API.load") { 1 }
  }

  func testCancelsItself() async throws { if fails { _ = try? await load?() } }

  func testCancelsATask() async {
    let load = load
    _ = await Task { try await load?() }.result
  }
}

/// A test case that `HarnessTests` runs in a separate process.
final class PlainCancellingCase: XCTestCase {
  func testFails() { if fails { _ = Faults(seed: 7, [.cancelling(probability: 1)]) } }
}

/// A test case that `HarnessTests` runs in a separate process.
final class ExpectingCase: DependencyTestCase {
  func testFails() {
    withExpectedIssues(count: 1) {
      reportIssue("expected")
      #expect(!fails)
    }
  }
}

/// A test case that `HarnessTests` runs in a separate process.
final class LeavingCase: DependencyTestCase {
  func testFails() {
    guard fails else { return }
    let spy = Spy<Void>("API.poll")
    let poll = spy.wrap {
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    let called = expectation(description: "called")
    Task {
      async let polling: Void = poll()
      await spy.waitForCalls(to: .begin)
      called.fulfill()
      await polling
    }
    wait(for: [called], timeout: 60)
  }
}

/// A test case that `HarnessTests` runs in a separate process.
final class EndingEarlyCase: DependencyTestCase {
  override var dependencyDiagnostics: DependencyDiagnostics { .unusedOverrides }

  override func configureDependencies(_ dependencies: inout DependencyValues) {
    if fails { dependencies.number = 5 }
  }

  func testIsSkipped() throws {
    let spy = Spy<Void>("API.poll")
    _ = spy.wrap {}
    try XCTSkipIf(fails)
    spy.expectNoCalls()
  }

  func testThrows() throws {
    let spy = Spy<Void>("API.poll")
    _ = spy.wrap {}
    if fails { throw Offline() }
    spy.expectNoCalls()
  }

  func testUnwraps() throws { _ = try XCTUnwrap(fails ? nil : 1) }

  func testUnwrapsAsynchronously() async throws {
    await Task.yield()
    _ = try XCTUnwrap(fails ? nil : 1)
  }
}

/// A test case that `HarnessTests` runs in a separate process.
final class StoredSpyCase: DependencyTestCase {
  private let spy = Spy<Void>("API.poll")
  private var poll: (@Sendable () -> Void)?

  override func configureDependencies(_ dependencies: inout DependencyValues) {
    if fails { poll = spy.wrap {} }
  }

  func testCalls() { poll?() }
  func testDoesNotCall() {}

  func testChecks() {
    poll?()
    if fails { spy.expectCalls(count: 1) }
  }

  func testIsSkipped() throws { try XCTSkipIf(fails) }
}

/// A test case that `HarnessTests` runs in a separate process. Its tests share a spy.
final class SharedSpyCase: DependencyTestCase {
  private static let spy = Spy<Int, Void>("API.save")
  private var save: (@Sendable (Int) -> Void)?

  override func configureDependencies(_ dependencies: inout DependencyValues) {
    save = Self.spy.wrap { _ in }
  }

  func test1Calls() {
    if fails { expectOneCall(1) }
  }

  func test2MakesNoCall() {
    if fails { Self.spy.expectCalls([1]) }
  }

  func test3Resets() {
    Self.spy.reset()
    expectOneCall(3)
  }

  private func expectOneCall(_ number: Int) {
    save?(number)
    Self.spy.expectCalls([number])
  }
}

/// A test case that `HarnessTests` runs in a separate process.
final class SkippingPlainCase: XCTestCase {
  func testIsSkipped() throws {
    let spy = Spy<Void>("API.poll")
    _ = spy.wrap {}
    try XCTSkipIf(fails)
    spy.expectNoCalls()
  }
}

/// A test case that `HarnessTests` runs in a separate process.
final class SkippingCase: XCTestCase {
  func testExpectsIssues() throws {
    try withExpectedIssues(count: .atLeast(fails ? 1 : 0)) { try XCTSkipIf(fails) }
  }

  func testExpectsUnimplemented() throws {
    try expectUnimplemented(count: .atLeast(fails ? 1 : 0)) { try XCTSkipIf(fails) }
  }

  func testExpectsAsynchronously() async throws {
    try await withExpectedIssues(count: .atLeast(fails ? 1 : 0)) {
      await Task.yield()
      try XCTSkipIf(fails)
    }
  }
}

/// A test case that `HarnessTests` runs in a separate process.
final class UnconfiguredCase: DependencyTestCase {
  private struct Failure: Error {}

  override var dependencyDiagnostics: DependencyDiagnostics { .unusedOverrides }

  override func configureDependencies(_ dependencies: inout DependencyValues) throws {
    guard fails else { return }
    try withDependencies {
      $0.number = 5
    } operation: {
      throw Failure()
    }
  }

  func testIsNotRun() { XCTAssertFalse(fails) }
}

/// A test case that `HarnessTests` runs in a separate process.
final class PlainCase: XCTestCase {
  func testPasses() {}
}

/// A test case that `HarnessTests` runs in a separate process.
final class LendingCase: XCTestCase {
  func test1ReportsAnIssueInATearDownClosure() {
    withDependencies {
      $0.lend(1, as: \.number) { _ in if fails { reportIssue("not freed") } }
    } operation: {
    }
  }

  func test2Passes() {}
}

/// A test case that `HarnessTests` runs in a separate process. A static property captures its scope,
/// so that `Discovery` creates the test case again.
final class StoredFaultsCase: XCTestCase {
  private static let shared = captureDependencies()
  private let scope = StoredFaultsCase.shared
  private let load: @Sendable () throws -> Int = Faults(
    seed: 7,
    [.throwing(Offline(), probability: 1)]
  ).wrap("API.load") { 1 }

  func testPasses() { XCTAssertThrowsError(try load()) }
}

/// A test case that `HarnessTests` runs in a separate process.
final class ClassSetUpCase: XCTestCase {
  override class func setUp() { if fails { reportIssue("set up") } }

  func testPasses() {}
}

/// A test case that `HarnessTests` runs in a separate process.
final class ClassPreparingCase: XCTestCase {
  override class func setUp() { if fails { prepareDependencies { $0.number = 5 } } }

  func testPasses() { XCTAssertNotEqual(DependencyValues.current.number, 5) }
}

/// A test case that `HarnessTests` runs in a separate process.
final class DetachedCase: DependencyTestCase {
  private enum LiveOnlyKey: DependencyKey {
    static var liveValue: Int { 1 }
  }

  func testReadsInADetachedTask() async {
    guard fails else { return }
    await Task.detached { _ = DependencyValues.current[LiveOnlyKey.self] }.value
  }

  func testCallsOnAQueue() {
    guard fails else { return }
    let called = expectation(description: "called")
    DispatchQueue.global().async {
      unimplemented("Elsewhere.load")
      called.fulfill()
    }
    wait(for: [called], timeout: 60)
  }

  func testCalls() { if fails { unimplemented("Elsewhere.load") } }

  func testCallsInACapturedScope() async {
    guard fails else { return }
    let scope = captureDependencies()
    await Task.detached { scope.run { unimplemented("Elsewhere.load") } }.value
  }
}

/// A test case that `HarnessTests` runs in a separate process.
final class UninvokedCase: DependencyTestCase {
  override func invokeTest() { if !fails { super.invokeTest() } }

  func testIsNotRun() { XCTAssertFalse(fails) }
}

/// A test case that `HarnessTests` runs in a separate process.
final class LateCase: DependencyTestCase {
  private static let scope = Lock<CapturedDependencies?>(nil)

  override class func tearDown() {
    if fails { scope.withLock { $0 }?.run { unimplemented("Elsewhere.load") } }
  }

  func testPasses() { Self.scope.withLock { $0 = captureDependencies() } }
}

/// A test case that `HarnessTests` runs in a separate process.
final class TearingDownCase: DependencyTestCase {
  override func tearDown() {
    guard fails else { return }
    let (scope, hasReported) = (captureDependencies(), DispatchSemaphore(value: 0))
    System.startThread {
      scope.run { reportIssue("from elsewhere") }
      hasReported.signal()
    }
    hasReported.wait()
  }

  func testPasses() {}
}

#if !canImport(Darwin)
/// An object that reads a dependency when it is created, and then keeps the value.
private struct Keeper {
  @Dependency(NumberKey.self, resolve: .captured) var number
}

/// A test case that `HarnessTests` runs in a separate process.
final class CapturingCase: DependencyTestCase {
  private let keeper = fails ? Keeper() : nil
  private let scope = fails ? captureDependencies() : nil

  override func configureDependencies(_ dependencies: inout DependencyValues) {
    dependencies.number = 5
  }

  func testFails() { XCTAssertNotEqual(keeper?.number, 5) }
}

/// A test case that `HarnessTests` runs in a separate process.
final class StaticallyCapturingCase: DependencyTestCase {
  private static let shared = captureDependencies()
  private let scope = StaticallyCapturingCase.shared
  private lazy var keeper = Keeper()

  override func configureDependencies(_ dependencies: inout DependencyValues) {
    dependencies.number = 5
  }

  func testPasses() { XCTAssertEqual(keeper.number, 5) }
}

/// A test case that `NestingCase` runs.
private final class InnerCase: XCTestCase {
  static func runTest() { InnerCase(name: "testPasses", testClosure: { _ in }).run() }
}

/// A test case that `HarnessTests` runs in a separate process.
final class NestingCase: DependencyTestCase {
  func testRunsAnotherCase() { if fails { InnerCase.runTest() } }

  func testReportsAfterRunningAnotherCase() async {
    guard fails else { return }
    await MainActor.run { InnerCase.runTest() }
    await Task.detached { reportIssue("from elsewhere") }.value
  }
}
#endif
