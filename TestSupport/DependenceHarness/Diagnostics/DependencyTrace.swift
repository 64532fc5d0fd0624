package import Dependence

/// The reads of a test, in order: each key, its source, and whether it was overridden.
package final class DependencyTrace: KeyObserver {
  fileprivate struct Entry {
    let read: DependencyRead
    /// The override's line, if that is known.
    let origin: SourceSite?
    var count = 1

    func isRepeated(by other: DependencyRead) -> Bool {
      read.key == other.key && read.source == other.source && read.site == other.site
        && read.isNested == other.isNested
    }
  }

  private struct State {
    var entries: [Entry] = []
    var origins: [AnyKeyRecord: SourceSite] = [:]
    /// Reads that came when the trace was full.
    var omitted = 0
  }

  /// More than a person reads, and less than fills a disk.
  private static let limit = 1_000
  private let state = Lock(State())
  private let test: String
  package let site: SourceSite

  package init(of test: String, at site: SourceSite) {
    self.test = test
    self.site = site
  }

  package func didBind(_ key: AnyKeyRecord, at site: SourceSite?) {
    guard let site else { return }
    state.withLock { $0.origins[key] = site }
  }

  package func didRead(_ read: DependencyRead, from frame: Frame) {
    guard !read.isConfiguring else { return }
    state.withLock { state in
      if let known = state.entries.firstIndex(where: { $0.isRepeated(by: read) }) {
        state.entries[known].count += 1
      } else if state.entries.count == Self.limit {
        state.omitted += 1
      } else {
        let origin = read.source == .override ? state.origins[read.key] : nil
        state.entries.append(Entry(read: read, origin: origin))
      }
    }
  }

  /// The trace as a person reads it, first reads first.
  package var text: String {
    let (entries, omitted) = state.withLock { ($0.entries, $0.omitted) }
    if entries.isEmpty { return "\(test) read no dependency.\n" }
    var lines = ["\(test) read, in order:"]
    for (number, entry) in entries.enumerated() { lines.append("\(number + 1). \(entry)") }
    if omitted > 0 { lines.append("and \(omitted) more reads.") }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension DependencyTrace: FailureNote {
  package var fileName: String { "dependencies.txt" }
  // Too long to stand beside every issue.
  package var summary: String? { nil }
  package var isUnrepeatable: Bool { false }
}

extension DependencyTrace.Entry: CustomStringConvertible {
  fileprivate var description: String {
    let source =
      switch read.source {
      case .override: origin.map { "overridden at \($0)" } ?? "overridden"
      case .prepared: "prepared"
      case .default: "default"
      }
    let times = count > 1 ? ", \(count) times" : ""
    let nested = read.isNested ? ", by another default" : ""
    return "\(read.key.name): \(source); read at \(read.site)\(nested)\(times)"
  }
}
