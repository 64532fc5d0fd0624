package import Foundation

/// What a build asks for: the code of one module's graph, or the suite that checks it.
package struct GenerateRequest {
  package var output: URL
  package var cache: URL?
  package var isTest = false
  package var conditions: Set<String> = []
  /// The module that is built, and then those that it is built on.
  package var modules: [(name: String, files: [String])] = []

  /// Reads the arguments that the build plugin writes.
  ///
  /// - Returns: Nil, if they are not what it writes.
  package init?(arguments: [String]) {
    var output: URL?
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--tests": isTest = true
      case "--output": output = rest.popFirst().map { URL(filePath: $0) }
      case "--cache": cache = rest.popFirst().map { URL(filePath: $0) }
      case "--define":
        guard let condition = rest.popFirst() else { return nil }
        conditions.insert(condition)
      case "--module":
        guard let name = rest.popFirst() else { return nil }
        modules.append((name, []))
      default:
        guard !modules.isEmpty, !word.hasPrefix("--") else { return nil }
        modules[modules.count - 1].files.append(word)
      }
    }
    guard let output, !modules.isEmpty else { return nil }
    self.output = output
  }
}

// MARK: - Answer

extension GenerateRequest {
  /// Scans the modules, checks their graph, and writes what was asked for.
  ///
  /// The code of a graph that is not valid is not written; a suite is, and says what is wrong when
  /// it runs.
  ///
  /// - Returns: What is wrong. If it is anything, and no suite was asked for, the build is to stop.
  /// - Throws: An error of Foundation, if the output cannot be written. Then it is as it was.
  package func run() throws -> [Finding] {
    let project = scan()
    let analysis = Analysis(project)
    var findings = Validator.findings(in: analysis, options: .init(isPartial: !isTest))
    if isTest {
      try write(GraphSuite.source(of: analysis, findings: findings, module: modules[0].name))
      return []
    }
    if findings.isEmpty {
      findings = GeneratedFile.findings(in: analysis.graph, project: project)
    }
    if findings.isEmpty {
      let graph = analysis.graph
      try write(GeneratedFile.source(of: graph, project: project, module: modules[0].name))
    }
    return findings
  }

  private func scan() -> Project {
    var listing = SourceListing()
    for module in modules {
      for file in module.files { listing.add(file, module: module.name) }
    }
    // A build does not say whether it is one for debugging.
    let configuration = ScanConfiguration(conditions: conditions.union(["DEBUG"]))
    return Scanner(configuration: configuration, cache: cache).scan(listing).project
  }

  /// Writes the output, unless it is there already.
  private func write(_ source: String) throws {
    let data = Data(source.utf8)
    // What is newer than it was is compiled again.
    if (try? Data(contentsOf: output)) == data { return }
    try data.write(to: output, options: .atomic)
  }
}
