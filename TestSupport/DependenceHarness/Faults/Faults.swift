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
/// What happens to a call depends only on the seed, on the name that its endpoint was given, and on
/// how often an endpoint of that name was called before: not on calls of other endpoints, nor on
/// time. Of several faults that replace the answer, the first in the list wins; delays add up.
///
/// Delays pass on a clock. If the test fails, the seed and all that was injected is shown with it. In
/// XCTest it is printed on standard error. In Swift Testing it stands beside every issue and is attached
/// as `faults.txt`, if the faults were made by a trait. Made in a test with the trait `.dependencies`,
/// they are attached whether it fails or not, with a warning that says a random seed.
public final class Faults: Sendable {
  /// What decides what is injected.
  public let seed: UInt64
  let faults: [Fault]
  let clock: (any Clock<Duration>)?
  let isSeedRandom: Bool
  let log = Lock(FaultLog())
  /// Where the faults were made.
  package let site: SourceSite

  /// Faults for any number of endpoints.
  ///
  /// A fault that makes no sense is a reported issue, and is not injected.
  ///
  /// - Parameters:
  ///   - seed: What decides what is injected. By default the number in the environment variable
  ///     `DEPENDENCE_FAULTS_SEED`, or else one that the iteration of a stress test decides, or else a
  ///     random one, in every run another.
  ///   - faults: What may go wrong.
  ///   - clock: On what delays are slept; by default the `continuousClock` of the caller's scope.
  public convenience init(
    seed: UInt64? = nil,
    _ faults: [Fault],
    clock: (any Clock<Duration>)? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(seed: seed, faults, clock: clock, at: site)
  }

  package init(
    seed: UInt64?,
    _ faults: [Fault],
    clock: (any Clock<Duration>)?,
    at site: SourceSite
  ) {
    let seed = FaultSeed(seed)
    self.seed = seed.value
    self.faults = faults.filter { $0.mistake == nil }
    self.clock = clock
    self.site = site
    isSeedRandom = seed.isRandom
    let mistakes = [seed.mistake].compactMap { $0 } + faults.compactMap(\.mistake)
    if !mistakes.isEmpty { report(mistakes.joined(separator: "\n"), at: site) }
    let root = Frame.current.root
    if !register(in: root), let owner = root.owner { reportBlindness(of: owner.name) }
  }

  /// Everything that was injected so far, by endpoint and call.
  public var injected: [Injection] { log.withLock { $0 }.sorted }

  func report(_ message: String, at site: SourceSite) {
    IssuePath.deliver(DependencyIssue(message, at: site), from: .current)
  }
}

extension Faults: CustomStringConvertible {
  /// The seed, and what was injected: "faults, seed 7: API.fetch call 1: delayed 1.2 s; call 2: …".
  public var description: String { text(ofCalls: .max) }

  /// The seed, and what was injected into the first calls.
  func text(ofCalls limit: Int) -> String {
    let injected = injected
    var calls: [String] = []
    for (index, injection) in injected.enumerated() {
      let before = index > 0 ? injected[index - 1] : nil
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
    return "faults, seed \(seed): \(list)"
  }
}
