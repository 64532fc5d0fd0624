package import Dependence

/// Makes endpoints go wrong, in a way that a seed decides and repeats.
///
/// ```swift
/// let faults = Faults(
///   seed: 7,
///   [.delay(upTo: .seconds(2)), .throwing(Offline(), probability: 0.2)]
/// )
/// let fetch = faults.wrap("API.fetch") { (id: Int) async throws in "product \(id)" }
/// ```
///
/// The faults of a call depend only on the seed, the name of its endpoint and the number of the call. Of several faults
/// that replace the answer, the first in the list wins; delays add up.
///
/// With `atMost:`, a search of schedules decides instead which calls get a fault, and which one: see
/// ``init(seed:_:atMost:clock:fileID:filePath:line:column:)``.
///
/// A test that fails shows the seed and what was injected: XCTest prints it; in Swift Testing a trait attaches it as
/// `faults.txt`. Made by hand in a test with the trait `.dependencies`, faults are attached in any case.
public final class Faults: Sendable {
  /// The seed, on which all injections depend.
  public let seed: UInt64
  let faults: [Fault]
  let clock: (any Clock<Duration>)?
  /// The most calls into which a search injects a fault, or `nil` if the seed decides.
  let limit: Int?
  let isSeedRandom: Bool
  let log = Lock(FaultLog())
  package let site: SourceSite

  /// Faults for any number of endpoints.
  ///
  /// A fault that makes no sense is a reported issue, and is not injected.
  ///
  /// - Parameters:
  ///   - seed: By default the number in `DEPENDENCE_FAULTS_SEED` of the environment, or else one of the iteration of a
  ///     stress test, or else a random one.
  ///   - limit: The most calls that get a fault in one run of a search. Each of them gets one fault. The search tries each
  ///     fault for each call, and a failing run keeps only the faults that it needs. Probabilities do not matter, except
  ///     0, which excludes a fault. Calls outside a simulation are an issue, and get no fault. By default, the seed decides
  ///     in a simulation, too.
  ///   - clock: The clock of delays; by default the `continuousClock` of the caller's scope.
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
    self.faults = faults.filter { $0.mistake == nil }
    self.clock = clock
    self.limit = limit
    self.site = site
    isSeedRandom = seed.isRandom && limit == nil
    let limitMistake = limit.flatMap { limit in
      limit < 0
        ? "Faults have the argument atMost: \(limit), so none is injected. Pass 0 or more." : nil
    }
    let mistakes = [seed.mistake, limitMistake].compactMap { $0 } + faults.compactMap(\.mistake)
    if !mistakes.isEmpty { IssuePath.deliver(mistakes.joined(separator: "\n"), at: site) }
    let root = Frame.current.root
    if !register(in: root), let owner = root.owner { reportBlindness(of: owner.name) }
  }

  /// Everything that was injected so far, by endpoint and call: "API.fetch call 1: delayed 1.2 s".
  public var injected: [String] { injections.map(\.description) }

  var injections: [Injection] { log.withLock { $0 }.sorted }
}

extension Faults: CustomStringConvertible {
  /// The seed or the search that chose the faults, and what was injected: "faults, seed 7: API.fetch call 1: delayed 1.2 s; call 2: …".
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
    var list = calls.isEmpty ? "nothing was injected" : calls.prefix(limit).joined(separator: "; ")
    if calls.count > limit { list += "; and \(calls.count - limit) more calls" }
    return self.limit == nil
      ? "faults, seed \(seed): \(list)" : "faults that the search chose: \(list)"
  }
}

extension Faults: FailureNote, RootAudit {
  package var fileName: String { "faults.txt" }
  package var text: String { description }
  package var summary: String? { text(ofCalls: 20) }
  package var isUnrepeatable: Bool { isSeedRandom }

  /// Has this looked at when the test of `root` ends; false if nobody shows it when that fails.
  @discardableResult
  func register(in root: DependencyRoot) -> Bool {
    root.add(self)
    return root.explainFailure(with: self)
  }

  package func finish(_ root: DependencyRoot) -> [DependencyIssue] {
    // A runner takes a test whose own task was cancelled for one that did not want to run.
    let own = withUnsafeCurrentTask { task in
      task.flatMap { task in
        task.isCancelled ? log.withLock { $0.cancellations[task.hashValue] } : nil
      }
    }
    guard let own else { return auditFinding(in: root) }
    let message = """
      The faults with the seed \(seed) cancelled \(root.part ?? "the test") itself, in call \
      \(own.call) of \(own.endpoint). Call what may be cancelled in a task of its own: Task { … }.
      """
    return [DependencyIssue(message, kind: .leftover, at: site)]
  }

  /// The finding of an audited run about faults that were never injected.
  private func auditFinding(in root: DependencyRoot) -> [DependencyIssue] {
    // In one run of many, chance may inject nothing.
    guard ProcessContext.current.isAudited, root.part == nil else { return [] }
    let (calls, isInjected) = log.withLock { ($0.counts.values.reduce(0, +), !$0.injected.isEmpty) }
    if isInjected { return [] }
    let reason =
      calls == 0
      ? "no endpoint that they wrap was called. A later trait or override may have replaced it"
      : "chance spared all \(calls) calls. Choose another seed, or a higher probability"
    let message = "The faults with the seed \(seed) never fired: \(reason)."
    return [DependencyIssue(message, kind: .leftover, at: site)]
  }

  /// Reports that nobody would learn the seed, or of a test that cancelled itself.
  func reportBlindness(of test: String) {
    let cancels = faults.contains { if case .cancelling = $0.kind { true } else { false } }
    guard isSeedRandom || cancels else { return }
    let danger =
      isSeedRandom
      ? "nobody would learn the random seed of these faults"
      : "nobody would notice if these faults cancelled the test itself"
    let message = """
      The test "\(test)" has no trait .faults or .dependencies, so \(danger). Add one of these traits.
      """
    IssuePath.deliver(message, at: site)
  }
}
