#if canImport(os)
import os
#endif

/// A reporter that prints an app's issues if no other reporter accepts them. It limits the number
/// of issues that it prints for each source location. Issues with an unknown location are
/// distinguished by their messages.
struct StandardErrorReporter {
  static let shared = StandardErrorReporter { text in
    #if canImport(os)
    Logger(subsystem: "dependence", category: "issues").fault("\(text, privacy: .public)")
    #else
    System.writeToStandardError(text + "\n")
    #endif
  }

  /// The property that issues must share to be counted together: their location or, if it is
  /// unknown, their message.
  private enum Source: Hashable {
    case site(SourceSite)
    case message(String)
  }

  private let write: @Sendable (String) -> Void
  private let counts = Lock<[Source: Int]>([:])

  init(write: @escaping @Sendable (String) -> Void) { self.write = write }

  func report(_ issue: DependencyIssue) {
    let source = issue.site == .unknown ? Source.message(issue.message) : .site(issue.site)
    let count = counts.withLock { counts in
      let count = counts[source, default: 0] + 1
      counts[source] = count
      return count
    }
    // Print only the 1st, 2nd, 4th, 8th… issue at a location, because an issue in a loop could
    // otherwise flood the output.
    guard count.nonzeroBitCount == 1 else { return }
    write(issue.line + (count > 1 ? " (\(count) times)" : ""))
  }
}

extension DependencyIssue {
  /// The issue in the format of a compiler warning.
  package var line: String {
    let location =
      site == .unknown ? "dependence" : "\(site.filePath):\(site.line):\(site.column)"
    return "\(location): warning: \(message)"
  }
}
