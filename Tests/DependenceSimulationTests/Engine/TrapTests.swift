import Dependence
@testable import DependenceSimulation
import Foundation
import Subprocesses
import TestEffort
import Testing

struct TrapTests {
  // Backtraces are disabled, because creating one for this binary takes six times as long as the
  // rest of the run.
  private static let environment = ["DEPENDENCE_TRAPS": "1", "SWIFT_BACKTRACE": "enable=no"]

  private func run(_ probe: Trap, token: Substring? = nil) async throws -> Transcript {
    try await Subprocess.runSelf(
      ["--testing-library", "swift-testing", "--filter", "TrapProbes/\(probe.rawValue)"],
      environment: Self.environment.merging(
        token.map { ["DEPENDENCE_REPLAY": String($0)] } ?? [:]
      ) { $1 }
    )
  }

  private func tokenText(in transcript: Transcript) throws -> Substring {
    let words = transcript.output.matches(
      of:
        /dependence: The process crashed in a simulation\. Run the tasks in the same order again with DEPENDENCE_REPLAY=(\S+)\n/
    )
    #expect(words.count == 1, "\(transcript)")
    return try #require(words.first, "\(transcript)").output.1
  }

  @Test(
    .disabled(if: Effort.isWatched, "ThreadSanitizer does not always survive a crash."),
    arguments: Trap.allCases
  )
  func `a trap prints a token that replays the same trap`(trap: Trap) async throws {
    let first = try await run(trap)
    guard case .signal(let signal) = first.ending else {
      Issue.record("\(first)")
      return
    }
    let tokenText = try tokenText(in: first)
    let token = try ReplayToken(String(tokenText))

    let again = try await run(trap, token: tokenText)

    #expect(again.ending == .signal(signal), "\(again)")
    #expect(try self.tokenText(in: again) == tokenText)
    #expect(token.description == tokenText)
    if let form = trap.form { #expect(tokenText.hasPrefix(form), "\(first)") }
  }

  @Test func `a trap outside of simulations prints no token`() async throws {
    let transcript = try await Subprocess.runSelf(
      ["--testing-library", "swift-testing", "--filter", "TrapProbes/outside"],
      environment: Self.environment
    )

    guard case .signal = transcript.ending else {
      Issue.record("\(transcript)")
      return
    }
    #expect(!transcript.contains("DEPENDENCE_REPLAY"), "\(transcript)")
  }

  @Test func `a previously installed signal handler is called after a trap`() async throws {
    let transcript = try await Subprocess.runSelf(
      ["--testing-library", "swift-testing", "--filter", "TrapProbes/chained"],
      environment: ["DEPENDENCE_TRAPS": "1"]
    )

    #expect(transcript.ending == .exit(42), "\(transcript)")
    #expect(transcript.contains("DEPENDENCE_REPLAY=1s-7-"), "\(transcript)")
  }

  @Test(arguments: [
    [], [0, 0], [1], [0, 0, 3, 26, 27, 0, 1_000, 0, 0], Array(repeating: 1, count: 2_000),
  ])
  func `the token of a trap encodes the choices made so far`(choices: [Int]) throws {
    let tokenText = TrapToken(.choices([]))
    for choice in choices { tokenText.add(choice) }

    #expect(tokenText.text == ReplayToken(choices: choices).description)
  }

  @Test(arguments: [
    ReplayToken(seed: .max), ReplayToken(seed: 7, .partialOrderSampling),
    ReplayToken(seed: 7, .pct(depth: 3, length: 57)),
  ])
  func `the token of a trap encodes the seed and the strategy`(token: ReplayToken) {
    #expect(TrapToken(.replay(token)).text == token.description)
  }

  @Test func `a thread can read the token while the simulation adds choices to it`() throws {
    let count = 20_000
    let core = SimulationCore(.choices(Array(repeating: 99, count: count)), SimulationOptions())
    let isOver = Lock(false)
    Thread.detachNewThread {
      for _ in 0..<count { _ = core.choose("number", among: 100) { "\($0)" } }
      isOver.withLock { $0 = true }
    }

    while !isOver.withLock(\.self) { _ = try ReplayToken(core.tokenText) }

    #expect(core.tokenText.hasPrefix("1c-.99..99."))
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `the token of a trap replays a random schedule in which time can advance at any time`(
    seed: UInt64
  ) async throws {
    let body: Body<Void> = { _ in
      async let asleep: Void = Task.sleep(for: .seconds(1))
      for _ in 0..<3 { await Task.yield() }
      try await asleep
    }
    let run = SimulatedRun(.random(seed: seed), SimulationOptions([.time(.anytime)]))
    let first = await run(body).record

    let token = try ReplayToken(run.core.tokenText)
    let again = await SimulatedRun(.replay(token), SimulationOptions())(body).record

    #expect(again.difference(from: first) == nil)
  }
}

/// A cause of a crash.
enum Trap: String, CaseIterable, Sendable {
  case fatal, deterministic, simulated, fifo, exhaustive, resumedTwice, outOfBounds, aborted,
    parallel, shrunk

  /// The prefix of the printed token, or `nil` if it is not known.
  var form: String? {
    switch self {
    case .deterministic: "1s-7-"
    case .simulated: "1s-9-"
    case .fifo: "1c-0-"
    case .fatal, .exhaustive, .resumedTwice, .outOfBounds, .aborted, .parallel, .shrunk: nil
    }
  }
}

/// Tests that crash. The tests above run each of them in a separate process.
@Suite(.enabled(if: System.environmentVariable("DEPENDENCE_TRAPS") != nil))
struct TrapProbes {
  /// Stops the process. The function is not declared to return `Never`, because the compiler would
  /// then warn about unreachable code after each call.
  private func die(_ text: String) { fatalError(text) }

  /// Runs code with a race condition, and returns `false` in the schedules in which the result is
  /// wrong.
  private func race() async -> Bool { await Race.all[0].racy() }

  @Test(.explore(100)) func fatal() async {
    if await !race() { fatalError("a lost update") }
  }

  @Test(.deterministic(seed: 7)) func deterministic() async {
    await Task { die("in a task") }.value
  }

  @Test func simulated() async throws {
    try await simulate(seed: 9) { simulation in
      precondition(simulation.now > .zero, "in a function")
    }
  }

  @Test func fifo() async throws {
    try await simulate { _ in die("first in, first out") }
  }

  @Test(.explore(.exhaustive(limit: 1_000))) func exhaustive() async {
    if await !race() { fatalError("a lost update") }
  }

  @Test(.explore(100)) func resumedTwice() async {
    let isRight = await race()
    await withCheckedContinuation { continuation in
      continuation.resume()
      if !isRight { continuation.resume() }
    }
  }

  @Test(.explore(100)) func outOfBounds() async {
    let numbers = [1, 2]
    let index = await race() ? 0 : 7
    #expect(numbers[index] == 1)
  }

  @Test(.explore(100)) func aborted() async {
    if await !race() { abort() }
  }

  @Test(.explore(1_000, concurrency: 4)) func parallel() async {
    if await !race() { fatalError("a lost update") }
  }

  /// Reports an issue in the original schedule, and traps only in a schedule that shrinking tries.
  @Test(.explore(100)) func shrunk() async {
    let log = Shared<[Int]>([])
    await together(
      {
        await pause(3)
        log.change { $0.append(1) }
      },
      { log.change { $0.append(2) } }
    )
    if log.value == [1, 2] { reportIssue("Late.") } else if Self.hasFailed { fatalError("early") }
    if log.value == [1, 2] { Self.failure.value = true }
  }

  private static let failure = Shared(System.environmentVariable("DEPENDENCE_REPLAY") != nil)
  private static var hasFailed: Bool { failure.value }

  @Test func outside() async throws {
    try await simulate(seed: 1) { _ in }
    fatalError("outside")
  }

  @Test func chained() async throws {
    signal(SIGILL) { _ in _exit(42) }
    signal(SIGTRAP) { _ in _exit(42) }
    try await simulate(seed: 7) { _ in die("in a simulation") }
  }
}
