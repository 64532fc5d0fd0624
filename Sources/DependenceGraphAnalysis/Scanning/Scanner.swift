import DependenceGraphKernel
import Foundation

/// Scans source files on several threads and caches a summary of each file.
struct Scanner: Sendable {
  struct Result: Sendable {
    var project: Project
    /// The number of files that were parsed. Skipped files and files with a cached summary are not
    /// included.
    var parsedFiles: Int
  }

  var configuration = ScanConfiguration()
  /// For each module whose `#if` conditions differ from those of `configuration`, the conditions
  /// that are true in that module.
  var conditions: [String: Set<String>] = [:]
  /// The path of each module's manifest, which specifies the module's language mode and default
  /// isolation.
  var manifests: [String: String] = [:]
  /// The location of the file that caches the summaries of source files, or `nil` to disable
  /// caching.
  var cache: URL?
  /// The names of types whose declarations must be read, even if a file that declares them does not
  /// contain text such as `Instantiable` and would otherwise be skipped.
  var wantedNames: Set<String> = []
  var isConcurrent = true
  /// A closure that is called after each file is read, on any thread, with the total number of
  /// files.
  var progress: (@Sendable (_ total: Int) -> Void)?

  func scan(_ listing: SourceListing) -> Result {
    var configuration = configuration
    configuration.importableModules.formUnion(listing.files.map(\.module))
    let settings = ManifestSettings(manifests)
    let run = Run(
      files: listing.files,
      configuration: configuration,
      conditions: conditions,
      languageModes: settings.languageModes,
      cache: SummaryCache(contentsOf: cache),
      keepsEntries: cache != nil
    )
    var outcomes = pass(run, over: Array(listing.files.indices), progress: progress)
    readWantedDeclarations(run, into: &outcomes)
    if let cache, outcomes.contains(where: \.isParsed) {
      // Ignore errors, because a missing cache only makes the next scan slower.
      try? SummaryCache.write(outcomes.compactMap(\.entry), to: cache)
    }
    var files = outcomes.map(\.summary)
    if !listing.problems.isEmpty {
      files.append(FileSummary(path: "", module: "", problems: listing.problems))
    }
    let project = Project(files: files, mainActorModules: settings.mainActorModules)
    return Result(project: project, parsedFiles: outcomes.count(where: \.isParsed))
  }

  private func pass(
    _ run: Run,
    over indices: [Int],
    isWanted: Bool = false,
    progress: (@Sendable (Int) -> Void)? = nil
  ) -> [Outcome] {
    let readOne = { @Sendable (index: Int) in
      defer { progress?(indices.count) }
      return run.read(run.files[indices[index]], isWanted: isWanted)
    }
    return isConcurrent ? DeepThreads.map(indices.count, readOne) : indices.indices.map(readOne)
  }

  /// Reads each skipped file that declares a type named in `wantedNames` or in a file that has been
  /// read. A file was skipped if it does not contain text such as `Instantiable`. The files that
  /// this method reads can name further types, so it repeats the search until it finds no more
  /// files.
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
    /// The cache key and the encoded summary of the file, which the next scan can reuse, or `nil`
    /// if the summary is not cached.
    var entry: (key: ContentHash, bytes: ArraySlice<UInt8>)?
    /// The names of the types that the file may declare, if the scanner skipped the file. The
    /// scanner reads the file later if other files refer to one of these types. The set is empty
    /// for a file that was not skipped.
    var unreadDeclarations: Set<String> = []
  }

  private struct Run: Sendable {
    let files: [SourceListing.File]
    let configuration: ScanConfiguration
    let conditions: [String: Set<String>]
    let languageModes: [String: Int]
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
      var configuration = configuration
      if let conditions = conditions[file.module] { configuration.conditions = conditions }
      if let mode = languageModes[file.module] { configuration.languageMode = mode }
      let salt = "\(file.path)\n\(file.module)\n\(configuration.fingerprint)"
      let key = ContentHash(source, salt: salt)
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
