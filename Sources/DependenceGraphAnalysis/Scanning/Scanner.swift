package import Foundation

/// Reads every file that matters, on every core, and remembers what it read.
package struct Scanner: Sendable {
  package struct Result: Sendable {
    package var project: Project
    /// How many files were parsed, rather than passed over or remembered.
    package var parsedFiles: Int
    package var problems: [FileSummary.Problem] { project.files.flatMap(\.problems) }
  }

  package var configuration: ScanConfiguration
  /// Where what is read is remembered; nil to remember nothing.
  package var cache: URL?
  /// Whether files are read on every core.
  package var isConcurrent = true
  /// Called after each file with how many are done. May be called on any thread.
  package var progress: (@Sendable (_ done: Int, _ total: Int) -> Void)?

  package init(
    configuration: ScanConfiguration = ScanConfiguration(),
    cache: URL? = nil,
    progress: (@Sendable (_ done: Int, _ total: Int) -> Void)? = nil
  ) {
    self.configuration = configuration
    self.cache = cache
    self.progress = progress
  }

  /// Scans files. What cannot be read is a problem of its file.
  ///
  /// - Complexity: Linear in the text of the files; of those that are unchanged, in what is read.
  package func scan(_ listing: SourceListing) -> Result {
    var configuration = configuration
    configuration.importableModules.formUnion(listing.files.map(\.module))
    let run = Run(
      files: listing.files,
      configuration: configuration,
      cache: cache.map(SummaryCache.init(contentsOf:)) ?? SummaryCache(),
      keepsEntries: cache != nil,
      isConcurrent: isConcurrent
    )
    let pass = run.pass(over: Array(listing.files.indices), progress: progress)
    var outcomes = pass
    run.readWantedProtocols(into: &outcomes)
    if let cache, outcomes.contains(where: { $0.isParsed }) {
      // A cache that cannot be written costs time, and nothing else.
      let entries = outcomes.compactMap { outcome in
        outcome.entry.map { (key: $0.key, bytes: $0.bytes) }
      }
      try? SummaryCache.write(entries, to: cache)
    }
    var files = outcomes.map(\.summary)
    if !listing.problems.isEmpty {
      var unlisted = FileSummary(path: "", module: "")
      unlisted.problems = listing.problems
      files.append(unlisted)
    }
    return Result(
      project: Project(files: files),
      parsedFiles: outcomes.count(where: \.isParsed)
    )
  }
}
