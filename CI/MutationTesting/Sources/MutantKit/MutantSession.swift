import Foundation

/// A complete run of the mutation testing tool, from reading the sources to creating the report.
package struct MutantSession: Sendable {
  package var package: URL
  package var seed: UInt64
  package var count: Int
  /// The time after which the session stops testing further mutants, or `nil` if there is no limit.
  package var time: Duration?
  /// The files and folders to mutate, relative to the package folder.
  package var paths: [String]
  package var equivalents: Equivalents
  package var jobs: Int

  package init(
    package: URL,
    seed: UInt64,
    count: Int,
    time: Duration?,
    paths: [String],
    equivalents: Equivalents,
    jobs: Int
  ) {
    self.package = package
    self.seed = seed
    self.count = count
    self.time = time
    self.paths = paths
    self.equivalents = equivalents
    self.jobs = jobs
  }

  /// Draws random mutations (small changes to the sources), builds them, and runs the tests against
  /// each of them.
  ///
  /// - Parameter say: A closure that receives progress messages, one line at a time.
  package func run(say: @escaping @Sendable (String) -> Void) async throws -> MutantReport {
    let start = ContinuousClock.now
    let sources = try self.sources()
    let finder = MutationFinder(enumerationsIn: Array(sources.values))
    let all = sources.sorted { $0.key < $1.key }
      .flatMap { finder.mutations(of: $0.value, file: $0.key) }
    for entry in equivalents.stale(among: all) {
      say(
        "warning: line \(entry.line) of the equivalent mutants matches nothing any more: \(entry.fingerprint)"
      )
    }
    let candidates = all.filter { mutation in
      paths.isEmpty || paths.contains { mutation.file == $0 || mutation.file.hasPrefix("\($0)/") }
    }
    guard !candidates.isEmpty else { throw NoMutants(paths: paths) }
    var sampler = MutantSampler(seed: seed)
    // Draw more mutants than `count`, because some of them will not compile.
    let drawn = sampler.draw(min(count + count / 4 + 2, Switch.capacity), of: candidates)
    say("\(candidates.count) mutations of \(Set(candidates.map(\.file)).count) files; seed \(seed)")

    let scratch = package.appending(path: ".build/mutants")
    let tree = try MutantTree(of: package, in: scratch.appending(path: "tree"), sources: sources)
    let numbered = Dictionary(
      uniqueKeysWithValues: drawn.enumerated().map { ($0.offset, $0.element) }
    )
    let (compiled, refused) = try await MutantBuild(tree: tree, say: say).build(numbered)
    let chosen = compiled.sorted { $0.key < $1.key }.prefix(count).map { ($0.key, $0.value) }
    let run = try await MutantRun(TestRunner(in: tree.folder), scratch: scratch, say: say)

    let rows = try await self.verdicts(on: chosen, run, until: time.map { start + $0 }, say: say)
    return MutantReport(seed: seed, rows: rows, refused: refused.count)
  }

  private func verdicts(
    on mutants: [(Int, Mutation)],
    _ run: MutantRun,
    until end: ContinuousClock.Instant?,
    say: @escaping @Sendable (String) -> Void
  ) async throws -> [MutantReport.Row] {
    let start = ContinuousClock.now
    var rows: [MutantReport.Row] = []
    var remaining = mutants[...]
    try await withThrowingTaskGroup(of: MutantReport.Row.self) { group in
      func next() {
        guard end.map({ ContinuousClock.now < $0 }) != false,
          let (number, mutation) = remaining.popFirst()
        else {
          return
        }
        let reason = equivalents.reason(for: mutation)
        group.addTask {
          let verdict: Verdict =
            if let reason { .equivalent(reason: reason) } else {
              try await run.verdict(on: number, mutation)
            }
          return MutantReport.Row(number: number, mutation: mutation, verdict: verdict)
        }
      }
      for _ in 0..<jobs { next() }
      while let row = try await group.next() {
        rows.append(row)
        let each = (ContinuousClock.now - start) / rows.count
        let left = Int((each * remaining.count).components.seconds)
        say(
          "\(rows.count) of \(mutants.count), \(left) s left: \(row.mutation.file):\(row.mutation.line) \(row.verdict)"
        )
        // If no test detects a mutant, print it immediately, because a long session prints its
        // report much later.
        if [.survived, .unreached].contains(row.verdict) { say("  \(row.mutation.fingerprint)") }
        next()
      }
    }
    if !remaining.isEmpty { say("The time is over: \(remaining.count) mutants did not run") }
    return rows.sorted { $0.number < $1.number }
  }

  /// Returns the contents of all Swift files in `Sources` and `TestSupport`, keyed by path.
  private func sources() throws -> [String: String] {
    let listed = try Shell.output(
      [
        "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "Sources",
        "TestSupport",
      ],
      in: package
    )
    var sources: [String: String] = [:]
    for file in listed.split(separator: "\0").map(String.init) where file.hasSuffix(".swift") {
      // Skip Swift files in documentation catalogs, and `HostMissing.swift`, which is compiled only
      // if the toolchain lacks SwiftSyntax.
      if file.contains(".docc/") || file.hasSuffix("HostMissing.swift") { continue }
      sources[file] = try? String(contentsOf: package.appending(path: file), encoding: .utf8)
    }
    return sources
  }

  struct NoMutants: Error, CustomStringConvertible {
    let paths: [String]
    var description: String {
      """
      there is nothing to mutate in \(paths.joined(separator: ", ")): name files or folders of \
      Sources or TestSupport, from the folder of the package
      """
    }
  }
}
