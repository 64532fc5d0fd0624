import Foundation

extension Scanner {
  struct Outcome: Sendable {
    var summary: FileSummary
    var isParsed = false
    /// What the next scan may read instead of the file.
    var entry: (key: ContentHash, bytes: ArraySlice<UInt8>)?
    /// The protocols that a file declares which was passed over.
    var unreadProtocols: [String] = []
  }

  /// What the threads of a pass hand in.
  final class Outcomes: @unchecked Sendable {
    // Guards both. Not `Mutex`, which ThreadSanitizer cannot see on Linux.
    private let lock = NSLock()
    private var list: [Outcome?]
    private var done = 0

    init(count: Int) {
      list = Array(repeating: nil, count: count)
    }

    /// Keeps an outcome, and returns how many there are.
    func keep(_ outcome: Outcome, at place: Int) -> Int {
      lock.withLock {
        list[place] = outcome
        done += 1
        return done
      }
    }

    var all: [Outcome] { lock.withLock { list.map { $0! } } }
  }

  struct Run: Sendable {
    let files: [SourceListing.File]
    let configuration: ScanConfiguration
    let cache: SummaryCache
    let keepsEntries: Bool
    let isConcurrent: Bool

    func pass(
      over indices: [Int],
      isWanted: Bool = false,
      progress: (@Sendable (Int, Int) -> Void)? = nil
    ) -> [Outcome] {
      let fingerprint = configuration.fingerprint
      let outcomes = Outcomes(count: indices.count)
      let readOne = { @Sendable (place: Int) in
        let outcome = read(files[indices[place]], isWanted: isWanted, fingerprint)
        // Not inside the call, which nobody makes when nobody wants to know.
        let done = outcomes.keep(outcome, at: place)
        progress?(done, indices.count)
      }
      if isConcurrent {
        DeepThreads.forEach(indices.count, readOne)
      } else {
        indices.indices.forEach(readOne)
      }
      return outcomes.all
    }

    private func read(
      _ file: SourceListing.File,
      isWanted: Bool,
      _ fingerprint: String
    ) -> Outcome {
      guard let data = FileManager.default.contents(atPath: file.path) else {
        var summary = FileSummary(path: file.path, module: file.module)
        let exists = FileManager.default.fileExists(atPath: file.path)
        summary.problems = [
          .unreadable(
            file.path,
            exists
              ? "this file cannot be read; check its permissions"
              : "there is no such file or folder; check the path"
          )
        ]
        return Outcome(summary: summary)
      }
      let source = [UInt8](data)
      guard isWanted || Markers.isMarked(source) else {
        return Outcome(
          summary: FileSummary(path: file.path, module: file.module),
          unreadProtocols: Markers.protocols(in: source)
        )
      }
      let key = ContentHash(source, salt: "\(file.path)\n\(file.module)\n\(fingerprint)")
      if let summary = cache.summary(for: key) {
        return Outcome(summary: summary, entry: cache.encoded(for: key).map { (key, $0) })
      }
      let summary = FileSummary(
        source: source,
        path: file.path,
        module: file.module,
        configuration: configuration
      )
      let bytes = keepsEntries ? try? BinaryEncoder.encode(summary) : nil
      return Outcome(summary: summary, isParsed: true, entry: bytes.map { (key, $0[...]) })
    }

    /// Reads the files that declare protocols which the graph names, and were passed over because
    /// they say nothing else about it.
    func readWantedProtocols(into outcomes: inout [Outcome]) {
      var declaring: [String: [Int]] = [:]
      for (index, outcome) in outcomes.enumerated() {
        for name in outcome.unreadProtocols { declaring[name, default: []].append(index) }
      }
      guard !declaring.isEmpty else { return }
      var fresh = outcomes.map(\.summary)
      while true {
        var wanted: Set<Int> = []
        for name in fresh.flatMap(\.protocolNames) {
          wanted.formUnion(declaring.removeValue(forKey: name) ?? [])
        }
        if wanted.isEmpty { return }
        let indices = wanted.sorted()
        let read = pass(over: indices, isWanted: true)
        for (index, outcome) in zip(indices, read) { outcomes[index] = outcome }
        fresh = read.map(\.summary)
      }
    }
  }
}
