package import Dependence

/// A list of faults to inject into calls to endpoints. A seed determines which faults are injected
/// into which calls, so that failures can be reproduced.
///
/// ```swift
/// let faults = Faults(
///   seed: 7,
///   [.delay(upTo: .seconds(2)), .throwing(Offline(), probability: 0.2)]
/// )
/// let fetch = faults.wrap("API.fetch") { (id: Int) async throws in "product \(id)" }
/// ```
///
/// The faults injected into a call depend only on the seed, the endpoint's name, and the call's
/// position among the calls to that endpoint. If several faults would replace the call's result,
/// the first one in the list is used. Delays are added together.
///
/// If you pass `atMost:`, a search over many simulated runs chooses the faults, and the seed has no
/// effect. See ``init(seed:_:atMost:clock:fileID:filePath:line:column:)``.
///
/// A failing test shows the seed and the injected faults. In XCTest, they are printed; in Swift
/// Testing, the traits `.faults` and `.dependencies` attach them to the test as `faults.txt`.
public final class Faults: Sendable {
  /// The seed that determines which faults are injected into which calls.
  public let seed: UInt64
  let faults: [Fault]
  let clock: (any Clock<Duration>)?
  /// The maximum number of calls with injected faults in one run of a search, which runs a test
  /// many times in a simulation. The limit is `nil` if the seed determines the faults.
  let limit: Int?
  let isSeedRandom: Bool
  /// Whether the faults in a simulation depend on its schedule and not only on ``seed``.
  let dependOnSchedule: Bool
  /// The value of the environment variable `DEPENDENCE_FAULTS_SEED` that repeats these faults. It
  /// is the test case's seed, from which ``seed`` is derived.
  private let repeatingSeed: UInt64
  /// Whether the seed is specified in code, and therefore the same in every run of the test.
  let isSeedGiven: Bool
  let log = Lock(FaultLog())
  package let site: SourceSite
  /// A check that reports an issue if no run of a repeated test, such as a stress test, injects
  /// these faults. All runs share one check for each source location that creates faults. The
  /// property is `nil` unless the test is repeated and the environment variable `DEPENDENCE_AUDIT`
  /// is `1`.
  private let repetitions: RepetitionAudit?

  /// Creates faults that can be injected into any number of endpoints.
  ///
  /// An invalid fault, such as one with a negative probability, is reported as an issue and
  /// ignored.
  ///
  /// - Parameters:
  ///   - seed: The seed. By default, it is the value of the environment variable
  ///     `DEPENDENCE_FAULTS_SEED`. If the variable is not set, the seed depends on the iteration in
  ///     a stress test. Otherwise, the schedule determines the faults in a simulation, and the seed
  ///     is random elsewhere. If a test creates several `Faults`, each of them derives its own seed
  ///     from the variable's value or from one shared random seed, in order of creation.
  ///   - limit: The maximum number of calls with injected faults in one run of a search, one fault
  ///     per call. The search tries each fault in each call, and the report about a failure
  ///     contains only the faults needed to cause it. Probabilities have no effect, except that a
  ///     fault with probability 0 is never chosen. If an endpoint is called outside a simulation,
  ///     no faults are injected and an issue is reported. By default, there is no limit, and the
  ///     faults are selected at random. An exhaustive search then tries only one selection.
  ///   - clock: The clock that measures delays. By default, this is the `continuousClock`
  ///     dependency in the call's scope.
  public convenience init(
    seed: UInt64? = nil,
    _ faults: [Fault],
    atMost limit: Int? = nil,
    clock: (any Clock<Duration>)? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(seed: seed, faults, atMost: limit, clock: clock, at: site)
  }

  package init(
    seed: UInt64?,
    _ faults: [Fault],
    atMost limit: Int?,
    clock: (any Clock<Duration>)?,
    at site: SourceSite
  ) {
    let root = Frame.current.root
    isSeedGiven = seed != nil
    // If no fault is random, or if a search chooses them, the seed has no effect, so do not read it
    // from its environment variable. Reading the variable would mark it as used. That would hide a
    // required failure: the test process must fail if the variable is set but has no effect.
    let usesSeed = limit == nil && faults.contains { $0.problem == nil && $0.isRandom }
    let seed = FaultSeed(
      seed,
      order: root.nextFaultsOrder(),
      environment: usesSeed ? RepetitionRequest.faults.take() : nil
    )
    self.seed = seed.value
    repeatingSeed = seed.origin
    self.faults = faults.filter { $0.problem == nil }
    self.clock = clock
    self.limit = limit
    self.site = site
    repetitions = root.repetitionAudit(of: "faults", at: site)
    isSeedRandom = seed.isRandom && usesSeed
    dependOnSchedule = seed.dependsOnSchedule
    let limitProblem = limit.flatMap { limit in
      limit < 0
        ? "Faults were created with atMost: \(limit), so none are injected. Pass 0 or more." : nil
    }
    // A search chooses at most one fault per call, so the order of the faults has no effect there.
    let orderProblems = limit == nil ? Fault.problems(inOrderOf: self.faults) : []
    let problems =
      [seed.problem, limitProblem].compactMap { $0 } + faults.compactMap(\.problem) + orderProblems
    if !problems.isEmpty { IssuePath.deliver(problems.joined(separator: "\n"), at: site) }
    register(in: root)
    root.reportIfLate("Faults", was: "created", at: site, from: .current)
  }

  /// The injected faults as text, such as "API.fetch call 1: delayed 1.2 s", sorted by endpoint and
  /// call.
  public var injected: [String] { injections.map(\.description) }

  var injections: [Injection] { log.withLock { $0 }.sorted }
}

extension Faults: CustomStringConvertible {
  /// The seed and the injected faults as text, such as "Injected faults, seed 7: API.fetch call 1:
  /// delayed 1.2 s". If a search or a schedule determined the faults, the text mentions this instead
  /// of the seed. The text contains no seed either if none was given and no fault is random.
  public var description: String { text(ofCalls: .max) }

  func text(ofCalls limit: Int) -> String {
    let injections = injections
    var calls: [String] = []
    for (index, injection) in injections.enumerated() {
      let before = index > 0 ? injections[index - 1] : nil
      if before?.endpoint != injection.endpoint {
        calls.append("\(injection)")
      } else if before?.call != injection.call {
        calls.append("call \(injection.call): \(injection.effect)")
      } else {
        calls[calls.count - 1] += ", \(injection.effect)"
      }
    }
    var list = calls.isEmpty ? "none" : calls.prefix(limit).joined(separator: "; ")
    let omitted = calls.count - limit
    if omitted > 0 { list += "; and \(omitted) more \(omitted == 1 ? "call" : "calls")" }
    if self.limit != nil { return "Injected faults, chosen by the search: \(list)" }
    if seedNote.isEmpty { return "Injected faults: \(list)" }
    if dependOnSchedule { return "Injected faults, determined by the schedule: \(list)" }
    let advice = isSeedRandom ? " (repeat them with \(FaultSeed.variable)=\(repeatingSeed))" : ""
    return "Injected faults, seed \(seed)\(advice): \(list)"
  }
}

extension Faults {
  /// The seed in parentheses, or an empty text if no seed was given and no fault is random.
  fileprivate var seedNote: String {
    isSeedGiven || faults.contains(where: \.isRandom) ? " (seed \(seed))" : ""
  }
}

extension Faults: FailureNote, RootAudit {
  package var fileName: String { "faults.txt" }
  package var text: String { description }
  package var summary: String? { text(ofCalls: 20) }

  /// Registers these faults with a test's dependency root, so that they are checked when the test
  /// ends and shown if it fails. Reports an issue if the test cannot do that. The issue is reported
  /// only once for each test.
  func register(in root: DependencyRoot) {
    root.add(self)
    let isShown = root.addNote(self)
    guard let owner = root.owner, !root.isClosed, !isShown || root.test?.checksItsTask != true
    else { return }
    let test = RootData.number(of: root.wholeTest ?? root)
    if log.withLock({ $0.blindTests.insert(test).inserted }) {
      reportBlindness(of: owner.title, isShown: isShown)
    }
  }

  package func finish(_ root: DependencyRoot) -> [DependencyIssue] {
    // In XCTest, this method is not called in the test's own task, so it cannot tell whether that
    // task was cancelled. `DependencyRoot.finishTask`, which is called in that task, checks this
    // instead.
    cancellationFinding(in: root).map { [$0] } ?? auditFinding(in: root)
  }

  /// Returns an issue if a fault injected during the test that owns `root` has cancelled the
  /// current task. Call this method in the test's own task. Without the issue, the test runner
  /// would report the test as cancelled or passed instead of failed.
  func cancellationFinding(in root: DependencyRoot) -> DependencyIssue? {
    let own = withUnsafeCurrentTask { task in
      task.flatMap { task in
        task.isCancelled ? log.withLock { $0.cancellations[task.hashValue] } : nil
      }
    }
    guard let own, own.root === root else { return nil }
    let message = """
      A fault\(seedNote) cancelled the task of \(root.part ?? "the test") itself, in call \(own.injection.call) of \
      \(own.injection.endpoint). Make this call in a separate task, Task { … }, so that the fault cancels only that task.
      """
    return DependencyIssue(message, kind: .leftover, at: site)
  }

  /// Returns an issue, in an array, if none of these faults was ever injected. The array is empty
  /// if ``idleReason`` is `nil`. This check runs only if the environment variable
  /// `DEPENDENCE_AUDIT` is `1`.
  private func auditFinding(in root: DependencyRoot) -> [DependencyIssue] {
    guard let reason = idleReason else {
      if !root.hasEndedEarly { repetitions?.noteUse() }
      return []
    }
    return root.unusedFinding(
      "These faults\(seedNote) were never injected, because \(reason).",
      ofRepeatedTest:
        "No run of this repeated test injected these faults. In the run that ended last, \(reason).",
      repetitions,
      at: site
    )
  }

  /// The reason that none of these faults was ever injected. The reason is `nil` if a fault was
  /// injected or if there are no faults. It is also `nil` if only the seed prevented faults, unless
  /// the seed is specified in code. Any other seed may change in the next run, which may then
  /// inject faults.
  private var idleReason: String? {
    let log = log.withLock { $0 }
    if faults.isEmpty || !log.injected.isEmpty { return nil }
    let calls = log.counts.values.reduce(0, +)
    if calls == 0 {
      return
        "no wrapped endpoint was called. A later trait or override may have replaced the wrapped dependency"
    } else if !log.isInjectable {
      return log.hasUnlosableResponse
        ? "each call whose response could be lost threw an error of its own"
        : "none of them can occur in the endpoints that were called"
    } else if isSeedGiven {
      return
        "the seed selected none of the calls (\(calls)). Use another seed or a higher probability"
    } else {
      // Another test run or test case may use a different seed that does select some calls.
      return nil
    }
  }

  /// Records that one of these faults was injected into a call.
  func note(_ injection: Injection, on task: Int?, in root: DependencyRoot) {
    log.withLock { $0.note(injection, on: task, in: root) }
    repetitions?.noteUse()
  }

  /// Reports an issue if the seed of these faults is random and the test would not show the seed
  /// when it fails. Also reports an issue if a fault may cancel the test's own task, but this
  /// library would not make the test fail in that case. The issue recommends the trait `.faults` or
  /// `.dependencies` or, in XCTest, the class `DependencyTestCase`.
  func reportBlindness(of test: String, isShown: Bool) {
    let cancels = faults.contains { if case .cancelling = $0.kind { true } else { false } }
    guard isSeedRandom && !isShown || cancels else { return }
    if isShown {
      let message = """
        The test "\(test)" would not fail if these faults cancelled its own task. Let the test case inherit from \
        DependencyTestCase.
        """
      return IssuePath.deliver(message, at: site)
    }
    let danger =
      isSeedRandom
      ? "a failure would not show the random seed of these faults"
      : "it would not fail if these faults cancelled its own task"
    let message = """
      The test "\(test)" has no trait .faults or .dependencies, so \(danger). Add one of these traits.
      """
    IssuePath.deliver(message, at: site)
  }
}
