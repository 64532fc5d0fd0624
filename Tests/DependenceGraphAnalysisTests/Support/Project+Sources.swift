@testable import DependenceGraphAnalysis

extension Project {
  /// Creates a project from the paths and the sources of its files. A path has the form
  /// `module/name`.
  init(_ sources: KeyValuePairs<String, String>) {
    self.init(
      files: sources.map { path, source in
        FileSummary(
          source: Array(source.utf8),
          path: path,
          module: path.split(separator: "/").first.map(String.init) ?? path
        )
      }
    )
  }
}

extension Analysis {
  init(of sources: KeyValuePairs<String, String>) {
    self.init(Project(sources))
  }

  init(of source: String) {
    self.init(Project(["App/App.swift": source]))
  }
}
