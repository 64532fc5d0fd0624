import Foundation

/// A request from the build plugin to generate the code that creates a module's dependency graph.
/// For a test target, the generated code is a test suite that checks the graph instead.
package struct GenerateRequest {
  var output: URL
  var cache: URL?
  var isTest = false
  /// The module being built, followed by its dependencies.
  var modules: [Module] = []

  struct Module {
    var name: String
    /// The names of the `#if` conditions that the module's settings define.
    var conditions: Set<String> = []
    var kind: ModuleKind?
    /// The names of the modules that the module directly depends on.
    var dependencies: Set<String> = []
    var manifest: String?
    var files: [String] = []
  }

  init?(arguments: [String]) {
    var output: URL?
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--tests": isTest = true
      case "--output": output = rest.popFirst().map { URL(filePath: $0) }
      case "--cache": cache = rest.popFirst().map { URL(filePath: $0) }
      case "--define" where !modules.isEmpty:
        guard let condition = rest.popFirst() else { return nil }
        modules[modules.count - 1].conditions.insert(condition)
      case "--kind" where !modules.isEmpty:
        guard let kind = rest.popFirst().flatMap(ModuleKind.init) else { return nil }
        modules[modules.count - 1].kind = kind
      case "--depends" where !modules.isEmpty:
        guard let name = rest.popFirst() else { return nil }
        modules[modules.count - 1].dependencies.insert(name)
      case "--module":
        guard let name = rest.popFirst() else { return nil }
        modules.append(Module(name: name))
      case "--manifest" where !modules.isEmpty:
        modules[modules.count - 1].manifest = rest.popFirst()
      default:
        guard !modules.isEmpty, !argument.hasPrefix("--") else { return nil }
        modules[modules.count - 1].files.append(argument)
      }
    }
    guard let output, !modules.isEmpty else { return nil }
    self.output = output
  }

  package static func run(_ arguments: [String], on terminal: Terminal) -> Int32 {
    guard let request = GenerateRequest(arguments: arguments) else {
      terminal.error(
        "error: this tool is only for the build plugin; use 'dependence check' instead\n"
      )
      return 2
    }
    do {
      let findings = try request.run(warn: terminal.error)
      terminal.error(TextReport.render(findings))
      return findings.isEmpty ? 0 : 1
    } catch {
      return terminal.fail("the generated code cannot be written: \(error.localizedDescription)")
    }
  }

  /// Writes the generated code and returns an empty array. If the module is not a test target and
  /// its graph has errors, writes nothing and returns diagnostics instead.
  ///
  /// For a test target, the generated code is a test suite whose tests report the graph's errors
  /// when they run.
  ///
  /// - Parameter warn: A closure that receives the analysis's warnings. It is not called for a test
  ///   target.
  func run(warn: (String) -> Void = { _ in }) throws -> [Finding] {
    let analysis = Analysis(scan())
    var findings = Validator.findings(in: analysis, isPartial: !isTest)
    if findings.isEmpty { findings = GeneratedFile.findings(in: analysis) }
    if isTest {
      try write(GraphSuite.source(of: analysis, findings: findings, module: modules[0].name))
      return []
    }
    warn(TextReport.render(analysis.warnings))
    if findings.isEmpty { try write(GeneratedFile.source(of: analysis, module: modules[0].name)) }
    return findings
  }

  private func scan() -> Project {
    var listing = SourceListing()
    for module in modules { for file in module.files { listing.add(file, module: module.name) } }
    var scanner = Scanner(cache: cache)
    for module in modules {
      // Assume `DEBUG`, because a build plugin cannot distinguish debug builds from release builds.
      // Assume `SWIFT_PACKAGE` as well: SwiftPM defines this condition for every module, but does
      // not pass it to plugins.
      scanner.conditions[module.name, default: ["DEBUG", "SWIFT_PACKAGE"]]
        .formUnion(module.conditions)
    }
    let manifests = modules.compactMap { module in module.manifest.map { (module.name, $0) } }
    scanner.manifests = Dictionary(manifests) { first, _ in first }
    var project = scanner.scan(listing).project
    for module in modules {
      project.moduleKinds[module.name] = module.kind
      if !module.dependencies.isEmpty {
        project.moduleDependencies[module.name] = module.dependencies
      }
    }
    if isTest { project.testModule = modules[0].name }
    return project
  }

  private func write(_ source: String) throws {
    let data = Data(source.utf8)
    // Do not rewrite a file whose content is unchanged, because its new modification date would
    // trigger a rebuild.
    if (try? Data(contentsOf: output)) == data { return }
    try data.write(to: output, options: .atomic)
  }
}
