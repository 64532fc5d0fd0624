import Dependence
@testable import DependenceHarness
import DependenceTesting
import TestKeys
import Testing

@Suite(.dependencies)
struct FaultsTests {
  private struct Offline: Error, Equatable {}
  private struct Refused: Error, Equatable {}

  private struct Client: Sendable {
    var load: @Sendable (String) throws -> Int = { $0.count }
    var refresh: @Sendable (Int) async -> Int = { $0 }
    var fetch: @Sendable (String, Int) async throws -> String = { "\($0) \($1)" }
  }

  private let clock = TestClock()
  private var client = Client()

  @Test func `a call without faults returns the result of the endpoint`() async throws {
    let faults = Faults(seed: 7, [])
    let fetch = faults.wrap("API.fetch", client.fetch)
    let refresh: @Sendable (Int) async -> Int = faults.wrap("API.refresh", client.refresh)
    let load: @Sendable (String) throws -> Int = faults.wrap("API.load", client.load)

    #expect(try await fetch("cats", 2) == "cats 2")
    #expect(await refresh(3) == 3)
    #expect(try load("four") == 4)
    #expect(faults.injected.isEmpty)
    #expect("\(faults)" == "Injected faults, seed 7: none")
  }

  @Test func `a delay uses the clock that is passed to Faults`() async throws {
    let faults = Faults(seed: 7, [.delay(upTo: .seconds(2))], clock: clock)
    let spy = Spy<String, Int, String>("API.fetch", clock: clock)
    let fetch = faults.wrap("API.fetch", spy.wrap(client.fetch))

    async let result = fetch("cats", 2)
    await clock.waitForSleepers()
    spy.expectNoCalls()
    await clock.run()

    #expect(try await result == "cats 2")
    let delays = faults.injections.map(\.delay)
    #expect(spy.calls.count == 1 && delays.count == 1)
    #expect(delays[0] > .zero && delays[0] <= .seconds(2))
  }

  @Test
  func `without a clock argument, a delay uses continuousClock of the current scope`() async throws
  {
    let faults = Faults(seed: 7, [.delay(upTo: .seconds(2))])
    let fetch = faults.wrap("API.fetch", client.fetch)
    let clock = ImmediateClock()

    let result = try await withDependencies {
      $0.continuousClock = clock
    } operation: {
      try await fetch("cats", 2)
    }

    #expect(result == "cats 2")
    #expect(clock.now.offset == faults.injections[0].delay)
  }

  @Test func `without any clock, a delay is reported as an unimplemented sleep`() async {
    let faults = Faults(seed: 7, [.delay(upTo: .seconds(2))])
    let fetch = faults.wrap("API.fetch", client.fetch)

    let reported = await issues {
      await #expect(throws: DependencyError.unimplemented("continuousClock.sleep")) {
        try await fetch("cats", 2)
      }
    }

    #expect(reported.count == 1)
    #expect(reported[0].site == faults.site)
  }

  @Test func `reordering returns responses in a different order from the calls`() async throws {
    let faults = Faults(seed: 7, [.reordering(within: .seconds(10))], clock: clock)
    let calls = Spy<Int, Int>("called", clock: clock)
    let returned = Spy<Int, Void>("answered", clock: clock)
    let result = returned.wrap { _ in }
    let double = faults.wrap("API.double", calls.wrap { number async throws in 2 * number })

    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask { result(try await double(number)) }
        await calls.waitForCalls(atLeast: number + 1, to: .begin)
      }
      await clock.waitForSleepers(atLeast: 8)
      await clock.advance(by: .seconds(10), sleepers: 0)
      try await group.waitForAll()
    }

    calls.expectCalls(Array(0..<8))
    #expect(calls.calls.allSatisfy { $0.time == .zero })
    returned.expectCalls(inAnyOrder: (0..<8).map { 2 * $0 })
    // Each task sleeps for its injected delay, and all tasks begin to sleep in the order of their
    // calls. If the delays are not sorted, the responses are therefore reordered.
    let delays = faults.injections.map(\.delay)
    #expect(delays.count == 8 && delays != delays.sorted())
  }

  @Test func `an injected error is thrown without calling the endpoint`() async throws {
    let faults = Faults(
      seed: 7,
      [.throwing(Offline(), probability: 1), .reordering(within: .seconds(1))],
      clock: clock
    )
    let spy = Spy<String, Int, String>("API.fetch")
    let fetch = faults.wrap("API.fetch", spy.wrap(client.fetch))

    let task = Task { try await fetch("cats", 2) }
    await clock.waitForSleepers()
    await clock.run()

    await #expect(throws: Offline()) { try await task.value }
    spy.expectNoCalls()
    #expect(faults.injected.count == 2)
  }

  @Test func `reordering also delays an error that the endpoint throws`() async throws {
    let faults = Faults(seed: 7, [.reordering(within: .seconds(1))], clock: clock)
    let fail: @Sendable () async throws -> Void = faults.wrap("API.fail") { throw Refused() }

    let task = Task { try await fail() }
    await clock.waitForSleepers()
    await clock.run()

    await #expect(throws: Refused()) { try await task.value }
  }

  @Test func `a synchronous endpoint throws an injected error`() {
    let faults = Faults(
      seed: 7,
      [.throwing(Offline(), probability: 1), .delay(upTo: .seconds(1))]
    )
    let load: @Sendable (String) throws -> Int = faults.wrap("API.load", client.load)

    #expect(throws: Offline()) { try load("four") }
    #expect("\(faults)" == "Injected faults, seed 7: API.load call 1: threw Offline()")
  }

  @Test func `a cancelling fault cancels the calling task`() async {
    let faults = Faults(seed: 7, [.cancelling(probability: 1)])
    let spy = Spy<String, Int, String>("API.fetch")
    let fetch = faults.wrap("API.fetch", spy.wrap(client.fetch))
    let load: @Sendable (String) throws -> Int = faults.wrap("API.load", client.load)

    let outcomes = await [
      Task { (await Result { try await fetch("cats", 2) }.isCancellation, Task.isCancelled) }.value,
      Task { (Result { try load("four") }.isCancellation, Task.isCancelled) }.value,
    ]

    #expect(outcomes.allSatisfy { $0.0 && $0.1 })
    spy.expectNoCalls()
    #expect(!Task.isCancelled)
    #expect(
      "\(faults)"
        == "Injected faults, seed 7: API.fetch call 1: cancelled; API.load call 1: cancelled"
    )
  }

  @Test
  func `a task that is cancelled during an injected delay does not call the endpoint`() async {
    let faults = Faults(seed: 7, [.delay(upTo: .seconds(2))], clock: clock)
    let spy = Spy<String, Int, String>("API.fetch")
    let fetch = faults.wrap("API.fetch", spy.wrap(client.fetch))

    let task = Task { try await fetch("cats", 2) }
    await clock.waitForSleepers()
    task.cancel()

    await #expect(throws: CancellationError.self) { try await task.value }
    spy.expectNoCalls()
  }

  @Test func `a nonthrowing endpoint returns its result even if its task is cancelled`() async {
    let faults = Faults(
      seed: 7,
      [.delay(upTo: .seconds(2)), .reordering(within: .seconds(2))],
      clock: clock
    )
    let refresh: @Sendable (Int) async -> Int = faults.wrap("API.refresh", client.refresh)

    let task = Task { await refresh(3) }
    await clock.waitForSleepers()
    task.cancel()

    #expect(await task.value == 3)
    #expect(faults.injected.count == 1)
  }

  @Test func `calls and responses of a nonthrowing endpoint are delayed`() async {
    let clock = ImmediateClock()
    let faults = Faults(
      seed: 7,
      [.delay(upTo: .seconds(2)), .reordering(within: .seconds(1))],
      clock: clock
    )
    let spy = Spy<Int, Int>("API.fetch", clock: clock)
    let spied: @Sendable (Int) async -> Int = spy.wrap(client.refresh)
    let fetch: @Sendable (Int) async -> Int = faults.wrap("API.fetch", spied)

    let results = (await fetch(3), await fetch(4))

    #expect(results == (3, 4))
    #expect(
      "\(faults)" == """
        Injected faults, seed 7: API.fetch call 1: delayed 0.214 s, response delayed 0.196 s; call 2: \
        delayed 1.124 s, response delayed 0.046 s
        """
    )
    #expect(spy.calls.map(\.time) == [.milliseconds(214), .milliseconds(214 + 196 + 1_124)])
  }

  @Test func `a nonthrowing closure can be wrapped for a throwing endpoint`() async {
    let faults = Faults(
      seed: 7,
      [.delay(upTo: .seconds(2)), .throwing(Offline(), probability: 1)],
      clock: ImmediateClock()
    )
    var client = Client()

    let result: @Sendable (String, Int) async -> String = { query, _ in query }
    client.fetch = faults.wrap("API.fetch") { query, _ in query }
    let fetch = client.fetch
    client.fetch = faults.wrap("API.fetch", result)
    let fetchAgain = client.fetch

    await #expect(throws: Offline()) { try await fetch("cats", 2) }
    await #expect(throws: Offline()) { try await fetchAgain("cats", 2) }
    #expect(faults.injected.count == 4)
  }

  @Test func `a wrapped endpoint forwards twelve arguments`() async throws {
    let faults = Faults(seed: 7, [.delay(upTo: .seconds(2))], clock: ImmediateClock())
    let twelve = faults.wrap("twelve") {
      (
        a: Int,
        b: Int?,
        c: String,
        d: Bool,
        e: Int,
        f: Int,
        g: Int,
        h: Double,
        i: [Int],
        j: Int,
        k: Int,
        l: Character
      ) async throws -> String in "\(a)\(l)"
    }

    #expect(try await twelve(1, nil, "3", true, 5, 6, 7, 8.5, [9], 10, 11, "l") == "1l")
  }
}

// MARK: - Reproducing

extension FaultsTests {
  /// Describes the faults that are injected into the calls of concurrent tasks to two endpoints.
  private func outcome(seed: UInt64, workers: Int) async -> String {
    let faults = Faults(
      seed: seed,
      [
        .delay(upTo: .seconds(2), probability: 0.5), .throwing(Offline(), probability: 0.3),
        .reordering(within: .milliseconds(100), probability: 0.5),
      ],
      clock: ImmediateClock()
    )
    let fetch = faults.wrap("API.fetch", client.fetch)
    let save = faults.wrap("API.save", client.fetch)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<workers {
        for endpoint in [fetch, save] {
          group.addTask { for _ in 0..<(64 / workers) { _ = try? await endpoint("cats", 2) } }
        }
      }
    }
    return "\(faults)"
  }

  @Test(arguments: [1, 7, 1_234_567_890_123])
  func `the same seed injects the same faults, whatever the order of the calls`(seed: UInt64) async
  {
    let alone = await outcome(seed: seed, workers: 1)
    let parallel = await outcome(seed: seed, workers: 8)

    #expect(alone == parallel)
    #expect(alone != "Injected faults, seed \(seed): none")
  }
}

// MARK: - Descriptions

extension FaultsTests {
  @Test func `a text with a call limit lists only the first calls`() {
    let faults = Faults(seed: 7, [.throwing(Offline(), probability: 1)])
    let load: @Sendable (String) throws -> Int = faults.wrap("API.load", client.load)
    let save: @Sendable (String) throws -> Int = faults.wrap("API.save", client.load)

    for endpoint in [save, load, load] { _ = try? endpoint("four") }

    #expect(
      "\(faults)" == """
        Injected faults, seed 7: API.load call 1: threw Offline(); call 2: threw Offline(); API.save call 1: \
        threw Offline()
        """
    )
    #expect(
      faults.text(ofCalls: 1)
        == "Injected faults, seed 7: API.load call 1: threw Offline(); and 2 more calls"
    )
  }
}

extension FaultsTests {
  @Test(arguments: [(20, "; call 20: cancelled"), (21, "; call 20: cancelled; and 1 more call")])
  func `a summary lists at most twenty calls`(count: Int, end: String) async {
    let faults = Faults(seed: 7, [.cancelling(probability: 1)])
    let load: @Sendable (String) throws -> Int = faults.wrap("API.load", client.load)

    await Task { for _ in 1...count { _ = try? load("four") } }.value

    #expect(faults.summary?.hasSuffix(end) == true)
  }
}

// MARK: - The end of a test

extension FaultsTests {
  /// Runs `operation` in the task of a test, and returns the issue that is reported when the test
  /// ends.
  private func leftovers(
    _ operation: @escaping @Sendable () async -> Void
  ) async -> DependencyIssue? {
    let root = DependencyRoot(owner: RecordingOwner())
    return await Task {
      await Frame.bind(RootFrame(root)) { await operation() }
      return root.finishAudits()
    }.value
  }

  @Test func `a fault that cancels the task of the test is reported with its call`() async {
    let faults = Faults(seed: 7, [.cancelling(probability: 1)])
    let load: @Sendable (String) throws -> Int = faults.wrap("API.load", client.load)

    let report = await leftovers { for _ in 1...2 { _ = try? load("four") } }

    let message = """
      A fault (seed 7) cancelled the task of the test itself, in call 2 of API.load. Make this call in a \
      separate task, Task { … }, so that the fault cancels only that task.
      """
    #expect(report == DependencyIssue(message, kind: .leftover, at: faults.site))
  }

  @Test func `nothing is reported if no fault cancelled the task of the test itself`() async {
    let faults = Faults(seed: 7, [.cancelling(probability: 1)])
    let load: @Sendable (String) throws -> Int = faults.wrap("API.load", client.load)

    let reports = await [
      leftovers {
        await Task { _ = try? load("four") }.value
        withUnsafeCurrentTask { $0?.cancel() }
      },
      leftovers { await Task { _ = try? load("four") }.value },
    ]

    #expect(reports == [nil, nil])
  }

  // A new task can have the same address, and therefore the same identity, as a task of an earlier
  // test. This test simulates that by using the roots of two tests in one task.
  @Test func `a fault that cancelled the same task in another test is not reported`() async {
    let faults = Faults(seed: 7, [.cancelling(probability: 1)])
    let load: @Sendable (String) throws -> Int = faults.wrap("API.load", client.load)
    let roots = (0..<2).map { _ in DependencyRoot(owner: RecordingOwner()) }

    let reports = await Task {
      Frame.bind(RootFrame(roots[0])) { _ = try? load("four") }
      Frame.bind(RootFrame(roots[1])) { faults.register(in: roots[1]) }
      return roots.map { $0.finishAudits() }
    }.value

    #expect(reports.map { $0 != nil } == [true, false])
  }
}

// MARK: - Invalid faults

extension FaultsTests {
  @Test func `invalid faults are combined into one issue and are not injected`() async throws {
    let site = SourceSite()
    var faults: Faults?
    let reported = issues {
      faults = Faults(
        seed: 7,
        [
          .delay(upTo: .seconds(-1)), .throwing(Offline(), probability: 1.5),
          .cancelling(probability: .nan), .reordering(within: .seconds(-2)),
          .delay(upTo: .seconds(1), probability: -0.5), .throwing(Refused(), probability: 1),
        ]
      )
    }

    #expect(
      reported.map(\.message) == [
        """
        Fault.delay has the limit -1.0 seconds, so it was ignored. Pass zero or more.
        Fault.throwing has the probability 1.5, so it was ignored. Pass a value from 0 to 1.
        Fault.cancelling has the probability nan, so it was ignored. Pass a value from 0 to 1.
        Fault.reordering has the limit -2.0 seconds, so it was ignored. Pass zero or more.
        Fault.delay has the probability -0.5, so it was ignored. Pass a value from 0 to 1.
        """
      ]
    )
    #expect(reported[0].site.line == site.line + 3)
    let fetch = try #require(faults).wrap("API.fetch", client.fetch)
    await #expect(throws: Refused()) { try await fetch("cats", 2) }
  }

  @Test func `a fault that an earlier fault always replaces is reported`() {
    let site = SourceSite()
    let reported = issues {
      _ = Faults(
        seed: 7,
        [.throwing(Offline()), .delay(upTo: .seconds(1)), .losingResponse(Refused())]
      )
      _ = Faults(seed: 7, [.throwing(Offline(), probability: 0.9), .losingResponse(Refused())])
      _ = Faults(seed: 7, [.throwing(Offline()), .losingResponse(Refused(), probability: 0)])
    }

    #expect(
      reported.map(\.message) == [
        """
        Fault.losingResponse can never occur, because the earlier Fault.throwing replaces the result of every call. \
        Lower the probability of the earlier one, or remove one of them.
        """
      ]
    )
    #expect(reported.first?.site.line == site.line + 2)
  }

  @Test func `wrapping an endpoint into which no fault can be injected is reported`() {
    let slow = Faults(seed: 7, [.delay(upTo: .seconds(1))])
    let failing = Faults(seed: 7, [.throwing(Offline(), probability: 1)])

    let reported = issues {
      let _: @Sendable (String) throws -> Int = slow.wrap("API.load", client.load)
      let _: @Sendable (Int) async -> Int = failing.wrap("API.refresh", client.refresh)
      let _: @Sendable (Int) async -> Int = slow.wrap("API.refresh", client.refresh)
      let _: @Sendable (String) throws -> Int = failing.wrap("API.load", client.load)
    }

    #expect(
      reported.map(\.message) == [
        """
        None of these faults can be injected into API.load. It is synchronous, so it can only fail \
        (.throwing, .cancelling, .losingResponse) or be executed twice (.duplicating). Add such a \
        fault, or do not wrap the endpoint.
        """,
        """
        None of these faults can be injected into API.refresh. It does not throw, so it can only be \
        delayed (.delay, .reordering) or executed twice (.duplicating). Add such a fault, or do not \
        wrap the endpoint.
        """,
      ]
    )
  }
}

extension FaultsTests {
  @Test func `a fault that loses the response executes the call and throws its error`() async {
    let executed = Lock(0)
    let faults = Faults(seed: 7, [.losingResponse(Offline())])
    let slow = faults.wrap("slow") { () async throws in executed.withLock { $0 += 1 } }
    let quick = faults.wrap("quick") { () throws in executed.withLock { $0 += 1 } }

    await #expect(throws: Offline.self) { try await slow() }
    #expect(throws: Offline.self) { try quick() }

    #expect(executed.withLock { $0 } == 2)
    #expect(
      faults.injected == [
        "quick call 1: executed, response lost, threw Offline()",
        "slow call 1: executed, response lost, threw Offline()",
      ]
    )
  }

  @Test func `a duplicated call is executed twice and returns the first response`() async throws {
    let executed = Lock(0)
    let faults = Faults(seed: 7, [.duplicating()])
    @Sendable func execute() throws -> Int {
      let number = executed.withLock { number in
        number += 1
        return number
      }
      if number == 3 || number == 7 { throw Offline() }
      return number
    }
    let (slow, quick) = (
      faults.wrap("slow") { () async throws in try execute() },
      faults.wrap("quick") { () throws in try execute() }
    )
    let certain: @Sendable () async -> Int = faults.wrap("certain") { (try? execute()) ?? 0 }

    #expect(try await slow() == 1)
    await #expect(throws: Offline.self) { try await slow() }
    #expect(try quick() == 5)
    #expect(throws: Offline.self) { try quick() }
    #expect(await certain() == 9)

    #expect(executed.withLock { $0 } == 10)
    #expect(faults.injected.count == 5)
  }
}

extension Faults.Injection {
  /// The delay of the call or of its response, or zero for other faults.
  fileprivate var delay: Duration {
    switch effect {
    case .delayed(let delay), .heldBack(let delay): delay
    case .threw, .cancelled, .lostResponse, .executedTwice: .zero
    }
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ operation: () async throws -> Success) async {
    do { self = .success(try await operation()) } catch { self = .failure(error) }
  }

  fileprivate var isCancellation: Bool {
    if case .failure(let error) = self { error is CancellationError } else { false }
  }
}
