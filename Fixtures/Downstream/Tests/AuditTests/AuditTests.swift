import Dependence
import DependenceMacros
import DependenceTesting
import Foundation
import Testing

@DependencyClient
struct MailClient: Sendable {
  var send: @Sendable (_ text: String) async throws -> Void
}

enum LiveOnlyKey: DependencyKey {
  static var liveValue: String { "live" }
}

extension DependencyValues {
  @DependencyEntry(test: MailClient.unimplemented)
  var mail: MailClient = MailClient(send: { _ in })

  var liveOnly: String {
    get { self[LiveOnlyKey.self] }
    set { self[LiveOnlyKey.self] = newValue }
  }
}

private struct Offline: Error {}

/// Tests without a failing assertion. Some of them contain an error that the library must detect.
/// The others are correct and must pass.
struct AuditTests {
  @Test(.dependency(\.liveOnly, "test"))
  func lateTask() {
    Task {
      try? await Task.sleep(for: .milliseconds(300))
      @Dependency(\.liveOnly) var value
      _ = value
    }
  }

  @Test(.dependencies)
  func endlessTask() {
    Task { while true { try? await Task.sleep(for: .seconds(1)) } }
  }

  @Test(.dependencies)
  func shortTask() {
    Task { try? await Task.sleep(for: .milliseconds(100)) }
  }

  @Test(.dependencies { $0.liveOnly = LiveOnlyKey.testValue })
  func liveTestValue() {
    @Dependency(\.liveOnly) var value
    _ = value
  }

  @Test(.dependency(\.liveOnly, "test"))
  func unusedOverride() {}

  @Test(.dependencies)
  func uncheckedSpy() async throws {
    let send = Spy<String, Void>("MailClient.send")
    try await withDependencies {
      $0.mail.send = send.wrap { _ in }
    } operation: {
      @Dependency(\.mail) var mail
      try await mail.send("hello")
    }
  }

  @Test(
    .faults([.throwing(Offline(), probability: 1)]) { faults, dependencies in
      dependencies.mail.send = faults.wrap("MailClient.send") { _ in }
    },
    .dependencies { $0.mail.send = { _ in } }
  )
  func removedFault() async throws {
    @Dependency(\.mail) var mail
    try await mail.send("hello")
  }

  @Test(.dependency(\.liveOnly, "test"))
  func nothingWrong() async throws {
    @Dependency(\.liveOnly) var value
    let send = Spy<String, Void>("MailClient.send")
    let mail = MailClient(send: send.wrap { _ in })
    try await mail.send(value)
    send.expectCalls(["test"])
  }

  @Test(.dependencies)
  func spyAwaited() async {
    let send = Spy<String, Void>("MailClient.send")
    let endpoint = send.wrap { _ in }
    endpoint("hello")
    await send.waitForCalls(atLeast: 1)
  }

  @Test(.dependencies)
  func spyOfStress() async throws {
    let send = Spy<Int, Void>("MailClient.send")
    let endpoint = send.wrap { _ in }
    try await stress(iterations: 3) { endpoint($0.number) }
    send.expectCalls(count: 3)
  }

  @Test(.dependencies)
  func unfinishedCallAllowed() async {
    let send = Spy<Void>("MailClient.send", allowsUnfinishedCalls: true)
    let endpoint = send.wrap { () async in try? await Task.sleep(for: .milliseconds(200)) }
    Task { await endpoint() }
    await send.waitForCalls(to: .begin)
  }
}

/// Tests that launch an executable of this package.
struct LaunchTests {
  func launch(_ environment: [String: String] = [:], _ arguments: [String] = []) throws -> Int32 {
    let tool = Process()
    tool.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "LiveTool")
    tool.arguments = arguments
    tool.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    try tool.run()
    tool.waitUntilExit()
    return tool.terminationStatus
  }

  @Test func launched() throws {
    // Ignore the exit code. The test process must fail when it exits, because the executable reads
    // a live value.
    _ = try launch()
  }

  @Test func launchedReadingProperty() throws { _ = try launch([:], ["property"]) }

  @Test func launchedCallingUnimplemented() throws {
    _ = try launch(["DEPENDENCE_CONTEXT": "test"], ["unimplemented"])
  }

  @Test func launchedReadingModule() throws { #expect(try launch([:], ["built"]) == 0) }

  @Test func launchedAsLive() throws {
    #expect(try launch(["DEPENDENCE_CONTEXT": "live"]) == 0)
  }

  @Test func launchedAsTest() throws {
    #expect(try launch(["DEPENDENCE_CONTEXT": "test"]) == 0)
  }
}

/// A singleton that reads its client when a test first uses the singleton, and keeps this client
/// for all later tests.
private final class Outbox: Sendable {
  static let shared = Outbox()
  private let mail = Dependency(\.mail).wrappedValue

  func send(_ text: String) async throws { try await mail.send(text) }
}

/// Two tests that use the same singleton. The second test therefore calls the spy of the first
/// test, and does not check this call.
@Suite(.dependencies, .serialized)
struct KeptSpyTests {
  @Test func first() async throws {
    let send = Spy<String, Void>("MailClient.send")
    try await withDependencies {
      $0.mail.send = send.wrap { _ async throws in }
    } operation: {
      try await Outbox.shared.send("hello")
    }
    send.expectCalls(["hello"])
  }

  @Test func second() async throws {
    try await Outbox.shared.send("hello again")
  }
}
