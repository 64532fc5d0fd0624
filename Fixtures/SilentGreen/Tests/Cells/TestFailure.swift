#if LINKS_TESTING || LINKS_XCTEST
import Dependence
import DependenceMacros
import Dispatch
import Foundation

#if LINKS_TESTING
import DependenceTesting
#else
import DependenceXCTest
#endif

/// An error that the harness must detect by itself.
enum TestFailure: String {
  case nowhere
  /// A task still sleeps when the test ends.
  case leftoverSleeper
  /// A call to a spy is still running when the test ends.
  case unfinishedCall
  /// A task that the test does not await checks something when the test ends.
  case unawaitedCheck
  /// A task begins to check something after the test has ended.
  case lateCheck
  /// An endpoint with a spy is called after the test has ended.
  case lateCall
  /// A task starts to sleep on a clock after the test has ended.
  case lateSleep
  /// A spy is called, although the test expects no calls.
  case unexpectedCall
  /// An iteration of a stress test throws an error.
  case failedIteration
  /// The time is advanced, although no task sleeps.
  case timeForNobody
  /// No code reads the dependency that the test overrides.
  case unusedOverride
  /// A strict test reads a default value.
  case strictRead
  /// An unimplemented endpoint is not called, although the test expects a call.
  case missingCall
  /// No issue is reported, although the test expects one.
  case missingIssue
  /// An unimplemented endpoint with an initial value is called.
  case initialValue
  /// An unimplemented endpoint that is a constant with an initial value is called.
  case constantInitialValue
  /// Values are prepared in a detached task of a test.
  case detachedPreparation
  /// A queue reports an issue, and then the test ends the process with a successful exit status.
  case exitInTest
  /// An issue is reported while the arguments of a test are evaluated.
  case argument
  /// Values are prepared after the last test of a class.
  case lateSetup

  /// Causes the error of this process, if the process belongs to `form`.
  static func make(in form: String) async {
    guard let cell = Cell.current, cell.form == form else { return }
    guard let failure = TestFailure(rawValue: cell.place) else {
      fatalError("There is no mistake \(cell.place)")
    }
    await failure.make()
  }

  private func make() async {
    switch self {
    case .nowhere: break
    case .leftoverSleeper:
      let clock = TestClock()
      Task { try await clock.sleep(for: .seconds(1)) }
      await clock.waitForSleepers()
    case .unfinishedCall:
      let poll = Spy<Void>("Client.poll")
      let endpoint: @Sendable () async -> Void = poll.wrap {
        // Keep the call running until the process ends.
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
      Task { await endpoint() }
      await poll.waitForCalls(to: .begin)
    case .unawaitedCheck:
      let (begun, source) = AsyncStream.makeStream(of: Void.self)
      Task {
        await expectUnimplemented("Client.fetch") {
          source.yield()
          // Keep the check running until the process ends.
          await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
      }
      for await _ in begun { break }
    case .lateCheck: await afterTheTest { await Spy<Void>("Client.fetch").waitForCalls() }
    case .lateCall:
      let fetch = Spy<Void>("Client.fetch")
      let endpoint: @Sendable () -> Void = fetch.wrap {}
      await afterTheTest { endpoint() }
      fetch.expectNoCalls()
    case .lateSleep:
      let clock = TestClock()
      await afterTheTest { try? await clock.sleep(for: .seconds(1)) }
    case .unexpectedCall:
      let fetch = Spy<Void>("Client.fetch")
      let endpoint: @Sendable () -> Void = fetch.wrap {}
      endpoint()
      fetch.expectNoCalls()
    case .failedIteration:
      try? await stress(iterations: 1, seed: 7) { _ in throw DependencyError.unimplemented("it") }
    case .timeForNobody: await TestClock(patience: .zero).advance(by: .seconds(1), sleepers: 1)
    case .unusedOverride:
      withDependencies {
        $0[Switch.self] = true
      } operation: {
      }
    case .strictRead: _ = Dependency(Switch.self).wrappedValue
    case .missingCall: expectUnimplemented("Client.fetch") {}
    case .missingIssue: withExpectedIssues {}
    case .initialValue: _ = Flags.unimplemented.isOn()
    case .constantInitialValue: showsBanner()
    case .detachedPreparation: await Task.detached { Self.prepare() }.value
    case .exitInTest:
      let scope = captureDependencies()
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          scope.run { reportIssue("this may not get lost") }
          continuation.resume()
        }
      }
      exit(0)
    case .argument, .lateSetup: break
    }
  }

  /// Starts a task that runs `work` after the end of the test.
  private func afterTheTest(_ work: @escaping @Sendable () async -> Void) async {
    let clock = TestClock(allowsSleepersAtEnd: true)
    Task {
      // The end of the test cancels this sleep. The test is closed shortly afterwards.
      try? await clock.sleep(for: .seconds(1))
      try? await Task.sleep(for: .milliseconds(200))
      await work()
    }
    await clock.waitForSleepers()
  }

  /// Prepares values after the last test of a class, if this is the error of this process and
  /// `form`.
  static func makeAfterTests(in form: String) {
    if Cell.isCurrent(form, lateSetup.rawValue) { prepare() }
  }

  /// Returns the arguments of a test. Reports an issue if this is the error of this process and
  /// `form`.
  static func arguments(in form: String) -> [Int] {
    if Cell.isCurrent(form, argument.rawValue) { reportIssue("this may not get lost") }
    return [1]
  }

  private static func prepare() { prepareDependencies { $0[Switch.self] = true } }

  private func showsBanner() { _ = Flags.unimplemented.isNew() }
}

@DependencyClient
struct Flags: Sendable {
  var isOn: @Sendable () -> Bool = { false }
  let isNew: @Sendable () -> Bool = { false }
}

enum Switch: DependencyKey {
  static var liveValue: Bool { false }
  static var testValue: Bool { false }
}
#endif
