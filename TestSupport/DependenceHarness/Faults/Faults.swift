package import Dependence

/// Injects faults into the calls to endpoints. A seed determines which calls get which fault, so a
/// failing test can be repeated.
///
/// ```swift
/// let faults = Faults(
///   seed: 7,
///   [.delay(upTo: .seconds(2)), .throwing(Offline(), probability: 0.2)]
/// )
/// let fetch = faults.wrap("API.fetch") { (id: Int) async throws in "product \(id)" }
/// ```
///
/// The faults of a call depend only on the seed, the name of its endpoint and the position of the
/// call among the calls to that endpoint. If several faults would replace the result of a call, the
/// first one in the list does. Delays add up.
///
/// With `atMost:`, a simulation that tries many schedules chooses the faults instead: see
/// ``init(seed:_:atMost:clock:fileID:filePath:line:column:)``.
///
/// A failing test shows the seed and the injected faults. XCTest prints them. In Swift Testing, the
/// traits `.faults` and `.dependencies` attach them to the test as `faults.txt`.
public final class Faults: Sendable {
  /// The seed that determines which calls get which fault.
  public let seed: UInt64
  let faults: [Fault]
  let clock: (any Clock<Duration>)?
  /// The maximum number of calls to which a search adds a fault, or `nil` if the seed determines
  /// the faults.
  let limit: Int?
  let isSeedRandom: Bool
  let log = Lock(FaultLog())
  package let site: SourceSite

  /// Creates faults for any number of endpoints.
  ///
  /// An invalid fault, such as one with a negative probability, is reported as an issue and not
  /// injected.
  ///
  /// - Parameters:
  ///   - seed: The seed. By default, it is the value of the environment variable
  ///     `DEPENDENCE_FAULTS_SEED`. Without that variable, it depends on the iteration in a stress
  ///     test, is 0 in a simulation, and is random otherwise.
  ///   - limit: The maximum number of calls that get a fault in one run of a search. Each of them
  ///     gets one fault. The search tries each fault for each call, and the report of a failure
  ///     contains only the faults that are necessary. Probabilities do not matter, except 0, which
  ///     excludes a fault. Calls outside a simulation get no fault and are reported as issues. By
  ///     default, the seed determines the faults in a simulation, too.
  ///   - clock: The clock that measures delays. The default is the `continuousClock` dependency in
  ///     the scope of each call.
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
    let seed = FaultSeed(seed)
    self.seed = seed.value
    self.faults = faults.filter { $0.problem == nil }
    self.clock = clock
    self.limit = limit
    self.site = site
    isSeedRandom = seed.isRandom && limit == nil
    let limitProblem = limit.flatMap { limit in
      limit < 0
        ? "Faults were created with atMost: \(limit), so none are injected. Pass 0 or more." : nil
    }
    let problems = [seed.problem, limitProblem].compactMap { $0 } + faults.compactMap(\.problem)
    if !problems.isEmpty { IssuePath.deliver(problems.joined(separator: "\n"), at: site) }
    let root = Frame.current.root
    if !register(in: root), let owner = root.owner { reportBlindness(of: owner.name) }
  }

  /// The injected faults as text, sorted by endpoint and call, such as "API.fetch call 1: delayed
  /// 1.2 s".
  public var injected: [String] { injections.map(\.description) }

  var injections: [Injection] { log.withLock { $0 }.sorted }
}

extension Faults: CustomStringConvertible {
  /// The seed and the injected faults, such as "Injected faults, seed 7: API.fetch call 1: delayed 1.2 s".
  /// If a search chose the faults, the text mentions the search instead of the seed.
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
    let advice = isSeedRandom ? " (repeat them with \(FaultSeed.variable)=\(seed))" : ""
    return "Injected faults, seed \(seed)\(advice): \(list)"
  }
}

extension Faults: FailureNote, RootAudit {
  package var fileName: String { "faults.txt" }
  package var text: String { description }
  package var summary: String? { text(ofCalls: 20) }
  package var isUnrepeatable: Bool { isSeedRandom }

  /// Registers these faults with the root of a test, the object that runs checks when the test
  /// ends.
  ///
  /// - Returns: Whether a failing test will show these faults.
  @discardableResult
  func register(in root: DependencyRoot) -> Bool {
    root.add(self)
    return root.addNote(self)
  }

  package func finish(_ root: DependencyRoot) -> [DependencyIssue] {
    // If a fault cancels the test's own task, the runner reports the test as cancelled and not as
    // failed. Therefore, an issue is reported.
    let own = withUnsafeCurrentTask { task in
      task.flatMap { task in
        task.isCancelled ? log.withLock { $0.cancellations[task.hashValue] } : nil
      }
    }
    guard let own else { return auditFinding(in: root) }
    let message = """
      A fault (seed \(seed)) cancelled the task of \(root.part ?? "the test") itself, in call \(own.call) of \
      \(own.endpoint). Make this call in a separate task, Task { … }, so that the fault cancels only that task.
      """
    return [DependencyIssue(message, kind: .leftover, at: site)]
  }

  /// Returns an issue if no fault was ever injected. Only audited test runs check for this.
  private func auditFinding(in root: DependencyRoot) -> [DependencyIssue] {
    // Single runs of a search or a stress test are exempt, because they often contain no fault.
    guard ProcessContext.current.isAudited, root.part == nil else { return [] }
    let (calls, isInjected) = log.withLock { ($0.counts.values.reduce(0, +), !$0.injected.isEmpty) }
    if isInjected { return [] }
    let reason =
      calls == 0
      ? "no wrapped endpoint was called. A later trait or override may have replaced the wrapped dependency"
      : "the seed selected none of the calls (\(calls)). Use another seed or a higher probability"
    let message = "These faults (seed \(seed)) were never injected, because \(reason)."
    return [DependencyIssue(message, kind: .leftover, at: site)]
  }

  /// Reports that the test needs a trait. Without it, a failing test would show neither its random
  /// seed nor that a fault cancelled it.
  func reportBlindness(of test: String) {
    let cancels = faults.contains { if case .cancelling = $0.kind { true } else { false } }
    guard isSeedRandom || cancels else { return }
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
