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
  /// Scans the modules.
  package func scan() -> Project {
    var listing = SourceListing()
    for module in modules {
      for file in module.files { listing.add(file, module: module.name) }
    }
    let configuration = ScanConfiguration(conditions: conditions.union(["DEBUG"]))
    return Scanner(configuration: configuration, cache: cache).scan(listing).project
  }

  /// Writes the output, unless it is there already.
  ///
  /// - Throws: An error of Foundation. Then nothing has been written.
  package func write(_ source: String) throws {
    let data = Data(source.utf8)
    // What is newer than it was is compiled again.
    if (try? Data(contentsOf: output)) == data { return }
    try data.write(to: output, options: .atomic)
  }
}
