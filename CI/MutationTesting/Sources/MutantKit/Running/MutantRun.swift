import Foundation

/// The result of running the tests with one active mutant.
package enum Verdict: Sendable, Codable, Equatable {
  case killed(by: String)
  /// The mutant was detected because a test target exceeded its time limit.
  case timedOut(in: String)
  case survived
  /// No test executes the mutated code.
  case unreached
  case equivalent(reason: String)
}

/// A test run against mutants. Each mutant is tested only by the test targets that execute its
/// code, and the tests that are most likely to detect it run first.
struct MutantRun {
  let runner: TestRunner
  /// The time that each test target takes without an active mutant, in seconds, keyed by the
  /// target's name. It determines the time limit for testing a mutant.
  let baseline: [String: Double]
  /// The test targets that execute each mutant's code, keyed by the mutant's number.
  let reach: [Int: Set<String>]
  /// The test targets whose output contains failures even though all of their tests pass. Runs of
  /// these targets must not stop at the first printed failure.
  let noisy: Set<String>

  /// Runs every test target once without an active mutant, to measure its duration and to record
  /// the mutants whose code it executes.
  ///
  /// - Throws: ``NotGreen`` if a test target fails without an active mutant.
  init(_ runner: TestRunner, scratch: URL, say: (String) -> Void) async throws {
    var baseline: [String: Double] = [:]
    var reach: [Int: Set<String>] = [:]
    var noisy: Set<String> = []
    for target in runner.targets {
      let file = scratch.appending(path: "reached-\(target)")
      try Data(count: Switch.capacity).write(to: file)
      let run = try await runner.run(target, mutant: nil, reached: file, seconds: 1200)
      if run.status == 69 { continue }
      guard run.status == 0 else { throw NotGreen(target: target, output: run.output) }
      baseline[target] = run.seconds
      if TestRunner.showsFailure(run.output) { noisy.insert(target) }
      for (number, byte) in try Data(contentsOf: file).enumerated() where byte != 0 {
        reach[number, default: []].insert(target)
      }
      say("\(target): \(Int(run.seconds.rounded(.up))) s without a mutant")
    }
    self.runner = runner
    self.baseline = baseline
    self.reach = reach
    self.noisy = noisy
  }

  /// Runs tests with the given mutant active until one fails, and returns the result. Tests in the
  /// folder that corresponds to the mutated file run first.
  func verdict(on number: Int, _ mutation: Mutation) async throws -> Verdict {
    let targets = order(of: reach[number] ?? [], for: mutation)
    if targets.isEmpty { return .unreached }
    for target in targets {
      let limit = Int(20 + 4 * (baseline[target] ?? 0))
      let near =
        target == Self.own(mutation)
        ? TestRunner.neighbors(of: mutation.file, in: runner.folder) : []
      for part in near.isEmpty ? [.all] : [TestRunner.Part.only(near), .without(near)] {
        let run = try await runner.run(
          target,
          part,
          mutant: number,
          seconds: limit,
          stopsAtFailure: !noisy.contains(target)
        )
        if run.isOverTime { return .timedOut(in: target) }
        if run.status != 0, run.status != 69 {
          return .killed(by: Self.failure(in: run.output) ?? target)
        }
      }
    }
    return .survived
  }

  /// Returns the test targets in the order in which they run: first the mutated product's own test
  /// target, then the others from fastest to slowest.
  func order(of targets: Set<String>, for mutation: Mutation) -> [String] {
    let own = Self.own(mutation)
    return targets.sorted {
      ($0 == own ? 0 : 1, baseline[$0] ?? 0, $0) < ($1 == own ? 0 : 1, baseline[$1] ?? 0, $1)
    }
  }

  private static func own(_ mutation: Mutation) -> String {
    Product(ofFile: mutation.file).name + "Tests"
  }

  /// Returns the name of the first failed test in the output, or `nil` if the output names none.
  static func failure(in output: String) -> String? {
    if let match = output.firstMatch(of: /✘ Test (".*?"|\S+?\(.*?\)) (recorded|with|failed)/) {
      return String(match.1)
    }
    return output.firstMatch(of: #/error: ([\w.]+) : /#).map { String($0.1) }
  }

  struct NotGreen: Error, CustomStringConvertible {
    let target: String
    let output: String
    var description: String {
      let tail = output.split(separator: "\n").suffix(30).joined(separator: "\n")
      return "\(target) fails without a mutant:\n\(tail)"
    }
  }
}
