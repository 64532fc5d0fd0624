import DependenceGraphKernel
import Foundation

/// Reads every file that matters, on every core, and remembers what it read.
struct Scanner: Sendable {
  struct Result: Sendable {
    var project: Project
    /// The number of files that were parsed, rather than passed over or remembered.
    var parsedFiles: Int
  }

  var configuration = ScanConfiguration()
  /// The file that remembers what is read; nil to remember nothing.
  var cache: URL?
  /// Names whose declarations are read even if nothing marks their files.
  var wantedNames: Set<String> = []
  var isConcurrent = true
  /// Called after each file with the number of all. May be called on any thread.
  var progress: (@Sendable (_ total: Int) -> Void)?

  func scan(_ listing: SourceListing) -> Result {
    var configuration = configuration
    configuration.importableModules.formUnion(listing.files.map(\.module))
    let run = Run(
      files: listing.files,
      configuration: configuration,
      fingerprint: configuration.fingerprint,
      cache: SummaryCache(contentsOf: cache),
      keepsEntries: cache != nil
    )
    var outcomes = pass(run, over: Array(listing.files.indices), progress: progress)
    readWantedDeclarations(run, into: &outcomes)
    if let cache, outcomes.contains(where: \.isParsed) {
      // A cache that cannot be written costs time, and nothing else.
      try? SummaryCache.write(outcomes.compactMap(\.entry), to: cache)
    }
    var files = outcomes.map(\.summary)
    if !listing.problems.isEmpty {
      files.append(FileSummary(path: "", module: "", problems: listing.problems))
    }
    return Result(project: Project(files: files), parsedFiles: outcomes.count(where: \.isParsed))
  }

  private func pass(
    _ run: Run,
    over indices: [Int],
    isWanted: Bool = false,
    progress: (@Sendable (Int) -> Void)? = nil
  ) -> [Outcome] {
    let readOne = { @Sendable (place: Int) in
      defer { progress?(indices.count) }
      return run.read(run.files[indices[place]], isWanted: isWanted)
    }
    return isConcurrent ? DeepThreads.map(indices.count, readOne) : indices.indices.map(readOne)
  }

  /// Reads files that were passed over, and declare types that the graph names.
  private func readWantedDeclarations(_ run: Run, into outcomes: inout [Outcome]) {
    var declaring: [String: [Int]] = [:]
    for (index, outcome) in outcomes.enumerated() {
      for name in outcome.unreadDeclarations { declaring[name, default: []].append(index) }
    }
    var names = wantedNames.union(outcomes.flatMap(\.summary.mentionedNames))
    while true {
      let indices = Set(names.flatMap { declaring.removeValue(forKey: $0) ?? [] }).sorted()
      if indices.isEmpty { return }
      let read = pass(run, over: indices, isWanted: true)
      for (index, outcome) in zip(indices, read) { outcomes[index] = outcome }
      names = Set(read.flatMap(\.summary.mentionedNames))
    }
  }

  private struct Outcome: Sendable {
    var summary: FileSummary
    var isParsed = false
    /// The cache entry that the next scan may read instead of the file.
    var entry: (key: ContentHash, bytes: ArraySlice<UInt8>)?
    /// The names that a file declares which was passed over.
    var unreadDeclarations: Set<String> = []
  }

  private struct Run: Sendable {
    let files: [SourceListing.File]
    let configuration: ScanConfiguration
    let fingerprint: String
    let cache: SummaryCache
    let keepsEntries: Bool

    func read(_ file: SourceListing.File, isWanted: Bool) -> Outcome {
      var summary = FileSummary(path: file.path, module: file.module)
      guard let data = FileManager.default.contents(atPath: file.path) else {
        let isMissing = !FileManager.default.fileExists(atPath: file.path)
        let closed = "this file cannot be read; check its permissions"
        summary.problems = [.unreadable(file.path, isMissing ? SourceListing.missing : closed)]
        return Outcome(summary: summary)
      }
      let source = [UInt8](data)
      guard isWanted || Markers.isMarked(source) else {
        return Outcome(summary: summary, unreadDeclarations: Markers.declarations(in: source))
      }
      let key = ContentHash(source, salt: "\(file.path)\n\(file.module)\n\(fingerprint)")
      if let summary = cache.summary(for: key) {
        return Outcome(summary: summary, entry: cache.entries[key].map { (key, $0) })
      }
      summary = FileSummary(
        source: source,
        path: file.path,
        module: file.module,
        configuration: configuration
      )
      let bytes = keepsEntries ? SummaryCache.encode(summary) : nil
      return Outcome(summary: summary, isParsed: true, entry: bytes.map { (key, $0) })
    }
  }
}
