import Foundation
import Subprocesses
import TestEffort
import Testing

@testable import DependenceGraphAnalysis

/// Tests that compile the code that is generated for random graphs.
struct CompiledGraphTests {
  /// The compiler flags of a module that contains a graph.
  enum Settings: String, CaseIterable {
    case ofSwift6 = ""
    case ofEveryFeature = """
      -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
      -enable-upcoming-feature MemberImportVisibility \
      -enable-upcoming-feature NonisolatedNonsendingByDefault \
      -enable-upcoming-feature InferIsolatedConformances
      """
    case ofMainActor = "-default-isolation MainActor"
  }

  private static let graphs = UInt64(Effort.times(8, thorough: 20, nightly: 1_500))
  /// The number of graphs that one run of the compiler checks.
  private static let batch: UInt64 = 25

  @Test(arguments: Settings.allCases)
  func `the code generated for a valid random graph compiles without warnings`(
    settings: Settings
  ) async throws {
    let first = UInt64(Settings.allCases.firstIndex(of: settings)!) * 1_000_000
    var refused = 0
    for start in stride(from: first, to: first + Self.graphs, by: Int(Self.batch)) {
      let seeds = start..<min(start + Self.batch, first + Self.graphs)
      refused += try await check(seeds, settings)
    }
    #expect(3 * refused <= 2 * Int(Self.graphs))
  }

  /// Compiles the graphs of `seeds` and returns the number of graphs that the generator correctly
  /// rejected.
  private func check(_ seeds: Range<UInt64>, _ settings: Settings) async throws -> Int {
    let folder = try TemporaryFolder()
    var library = "public import DependenceGraph\n\n"
    var refused = 0
    for seed in seeds {
      let sources = GraphSources(seed: seed, prefix: "G\(seed)", isOnMain: settings == .ofMainActor)
      let ofLibrary = sources.library.joined(separator: "\n\n")
      let ofApp =
        "import DependenceGraph\nimport Library\n\n" + sources.app.joined(separator: "\n\n")
      var project = Project([
        "Library/G\(seed).swift": "public import DependenceGraph\n\(ofLibrary)",
        "App/G\(seed).swift": ofApp,
      ])
      if settings == .ofMainActor { project.mainActorModules = ["App"] }
      let analysis = Analysis(project)
      #expect(Validator.findings(in: analysis).map(\.message) == [], "seed \(seed)")
      let findings = GeneratedFile.findings(in: analysis)
      if settings == .ofMainActor, !findings.isEmpty {
        // In a module that is isolated to the main actor by default, the generator cannot infer
        // which types can be created on any actor. It therefore rejects some valid graphs.
        #expect(
          findings.allSatisfy { $0.message.contains("only be created on @MainActor") },
          "seed \(seed)"
        )
        refused += 1
        continue
      }
      #expect(findings.map(\.message) == [], "seed \(seed)")
      library += ofLibrary + "\n\n"
      try folder.write("\(ofApp)\n", to: "App/G\(seed).swift")
      let code = GeneratedFile.source(of: analysis, module: "App")
      // With `#sourceLocation`, the compiler would report errors at lines of the user's code. This
      // test needs the lines of the generated code.
      try folder.write(
        code.replacing("#sourceLocation", with: "// "),
        to: "App/G\(seed)+Graph.swift"
      )
    }
    try folder.write(library, to: "Library.swift")
    let libraryOptions = Self.options(settings == .ofMainActor ? .ofSwift6 : settings)
    let options = Self.options(settings)
    let run = try await Subprocess.run(
      URL(filePath: "/bin/bash"),
      [
        "-c",
        """
        cd \(folder.path) && swiftc \(libraryOptions) -emit-module -module-name Library Library.swift &&
        swiftc \(options) -typecheck -module-name App App/*.swift
        """,
      ],
      deadline: 1_200
    )
    guard run.ending != .exit(0) || run.output.contains("warning: ") else { return refused }
    let failing = seeds.filter { run.output.contains("/G\($0)+Graph.swift:") }
    let first = failing.first.map { seed in
      GraphSources(seed: seed, prefix: "G\(seed)", isOnMain: settings == .ofMainActor)
    }
    Issue.record(
      """
      seeds \(failing): \(run.output.split(separator: "\n").filter { $0.contains("error: ") || $0.contains("warning: ") }.prefix(8).joined(separator: "\n"))

      \(((first?.library ?? []) + (first?.app ?? [])).joined(separator: "\n"))
      """
    )
    return refused
  }

  /// Type-checks files as the module `App`.
  static func compile(
    _ folder: TemporaryFolder,
    _ files: String,
    _ settings: Settings = .ofSwift6
  ) async throws -> Transcript {
    let command =
      "cd \(folder.path) && swiftc \(options(settings)) -typecheck -module-name App \(files)"
    return try await Subprocess.run(
      URL(filePath: "/bin/bash"),
      ["-c", command],
      deadline: 300
    )
  }

  private static func options(_ settings: Settings) -> String {
    let build = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path
    return """
      -swift-version 6 -parse-as-library -I \(build)/Modules -I . \(settings.rawValue) \
      -load-plugin-executable \(build)/DependenceMacrosPlugin-tool#DependenceMacrosPlugin
      """
  }

  @Test(arguments: GraphForm.all)
  func `generated code compiles or points to the user's error`(form: GraphForm) async throws {
    let folder = try TemporaryFolder()
    try folder.write(form.source, to: "App/App.swift")
    var listing = SourceListing()
    listing.add("\(folder.path)/App/App.swift", module: "App")
    var judged: [String] = []
    for settings in Settings.allCases {
      var project = Scanner().scan(listing).project
      if settings == .ofMainActor { project.mainActorModules = ["App"] }
      let analysis = Analysis(project)
      #expect(Validator.findings(in: analysis).map(\.message) == [])
      let findings = GeneratedFile.findings(in: analysis)
      if settings == .ofMainActor, form.source.contains("Sendable"), !findings.isEmpty {
        #expect(findings.allSatisfy { $0.message.contains("only be created on @MainActor") })
        continue
      }
      #expect(findings.map(\.message) == [])
      try folder.write(GeneratedFile.source(of: analysis, module: "App"), to: "App/Graph.swift")
      let run = try await Self.compile(folder, "App/*.swift", settings)
      judged += run.output.split(separator: "\n").map(String.init)
        .filter { $0.contains(": error: ") || $0.contains(": warning: ") }
    }
    if let line = form.errorLine {
      #expect(!judged.isEmpty)
      #expect(judged.filter { !$0.contains("App/App.swift:\(line):") } == [])
    } else {
      #expect(judged == [])
    }
  }
}
