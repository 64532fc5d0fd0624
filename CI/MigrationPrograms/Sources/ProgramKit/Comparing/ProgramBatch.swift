import Foundation

/// A batch of generated programs. Each program is built and run both before and after its migration
/// to this library, to compare the traces that the two versions print.
///
/// For each library that programs migrate from, one executable contains the original programs, and
/// another one contains the migrated programs. A command-line argument selects the program to run.
/// Each program is migrated as a separate project, so that its migration report does not depend on
/// other programs.
public struct ProgramBatch {
  /// The root folder of the repository that contains the package under test.
  private let repository: URL
  private let folder: URL
  private let programs: [Program]
  /// The programs' build configuration: `debug` or `release`.
  private let configuration: String

  /// Creates a batch of programs, which are built in the repository's folder
  /// `.build/programs/batch`.
  public init(_ programs: [Program], in repository: URL, configuration: String = "debug") {
    (self.programs, self.repository) = (programs, repository)
    self.configuration = configuration
    folder = repository.appending(path: ".build/programs/batch")
  }

  struct Failure: LocalizedError {
    var errorDescription: String?
  }

  private enum Side: String { case before = "Before", after = "After" }

  /// Migrates all programs, builds and runs both versions of each, and returns a report that
  /// compares their output.
  ///
  /// - Parameters:
  ///   - command: The path of the `dependence` executable.
  ///   - log: A closure that receives progress messages.
  public func run(command: String, log: (String) -> Void) throws -> ProgramReport {
    try copyPackage()
    log("migrate \(programs.count) programs")
    var results = try programs.map { try migrate($0, by: command) }
    try write(programs.map { ($0, $0.source) }, as: .before)
    log("build them")
    try build(&results, log: log)
    log("run them")
    for index in results.indices where results[index].errors.isEmpty {
      let before = try trace(of: results[index].program, .before)
      let after = try trace(of: results[index].program, .after)
      guard before.code == 0 else {
        throw Failure(
          errorDescription: "program \(results[index].program.number) stops before its migration:\n"
            + "\(before.errors)\n\(results[index].program.source)"
        )
      }
      let lines = { (text: String) in text.split(separator: "\n").map(String.init) }
      results[index].comparison = TraceComparison(
        before: lines(before.output),
        after: lines(after.output) + (after.code == 0 ? [] : ["the program stops"]),
        rows: results[index].rows,
        parts: results[index].program.parts
      )
    }
    return ProgramReport(results: results)
  }

  private func copyPackage() throws {
    let source = repository.appending(path: "Fixtures/MigrationPrograms")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in try FileManager.default.subpathsOfDirectory(atPath: source.path)
    where name.hasSuffix(".swift") {
      var text = try String(contentsOf: source.appending(path: name), encoding: .utf8)
      if name == "Package.swift" { text.replace("\"../..\"", with: "\"\(repository.path)\"") }
      try update(folder.appending(path: name), to: text)
    }
  }

  /// Writes a file only if its contents change, so that the next build does not compile unchanged
  /// files again.
  private func update(_ file: URL, to text: String) throws {
    if let old = try? String(contentsOf: file, encoding: .utf8), old == text { return }
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  // MARK: - Migrating

  private func migrate(_ program: Program, by command: String) throws -> ProgramResult {
    let project = folder.appending(path: "Projects/\(program.library.target)\(program.number)")
    let file = project.appending(path: "Sources/App/Program.swift")
    try update(file, to: program.source)
    try update(project.appending(path: "Sources/App/main.swift"), to: "run\(program.number)()\n")
    let result = try ProgramKit.run(
      [command, "migrate", "--from", program.library.rawValue, "."],
      in: project
    )
    guard result.code != 2 else { throw Failure(errorDescription: result.errors) }
    let text = try String(contentsOf: file, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let rows = result.errors.split(separator: "\n").compactMap { row -> ReportedRow? in
      let parts = row.split(separator: ":", maxSplits: 2)
      guard parts.count == 3, parts[0].hasSuffix(".swift"), let line = Int(parts[1]) else {
        return nil
      }
      return ReportedRow(
        line: lines.indices.contains(line - 1) ? lines[line - 1] : "",
        why: parts[2].trimmingCharacters(in: .whitespaces)
      )
    }
    return ProgramResult(program: program, after: text, rows: rows)
  }

  // MARK: - Building

  private func write(_ sources: [(program: Program, text: String)], as side: Side) throws {
    for library in ProgramLibrary.allCases {
      let target = folder.appending(path: "Sources/\(library.target)\(side.rawValue)")
      let own = sources.filter { $0.program.library == library }
      let names = Set(own.map { "Program\($0.program.number).swift" } + ["main.swift"])
      let present = (try? FileManager.default.contentsOfDirectory(atPath: target.path)) ?? []
      for name in present where !names.contains(name) {
        try FileManager.default.removeItem(at: target.appending(path: name))
      }
      for (program, text) in own {
        try update(target.appending(path: "Program\(program.number).swift"), to: text)
      }
      let cases = own.map { "case \"\($0.program.number)\": run\($0.program.number)()\n" }.joined()
      let main = "switch CommandLine.arguments[1] {\n\(cases)default: fatalError()\n}\n"
      try update(target.appending(path: "main.swift"), to: main)
    }
  }

  /// Builds the original and the migrated programs. If a migrated program does not compile, records
  /// its errors and builds the others without it.
  private func build(_ results: inout [ProgramResult], log: (String) -> Void) throws {
    while true {
      try write(
        results.filter { $0.errors.isEmpty }.map { ($0.program, $0.after) },
        as: .after
      )
      // The flag `-continue-building-after-errors` makes the compiler report the errors in all
      // files, not only those in the first file that fails.
      let result = try ProgramKit.run(
        ["swift", "build", "-c", configuration, "-Xswiftc", "-continue-building-after-errors"],
        in: folder
      )
      if result.code == 0 { return }
      let lines = (result.output + result.errors).split(separator: "\n").filter {
        $0.contains(": error: ")
      }
      var found = false
      for index in results.indices where results[index].errors.isEmpty {
        let program = results[index].program
        let path = "Sources/\(program.library.target)After/Program\(program.number).swift:"
        results[index].errors = Set(lines.filter { $0.contains(path) }.map(String.init)).sorted()
        if !results[index].errors.isEmpty { found = true }
      }
      log(
        "build again, without \(results.count { !$0.errors.isEmpty }) programs that do not compile"
      )
      if !found {
        throw Failure(
          errorDescription: "the programs do not build before their migration:\n"
            + (result.output + result.errors).suffix(4_000)
        )
      }
    }
  }

  private func trace(of program: Program, _ side: Side) throws -> ShellResult {
    let name = "\(program.library.target)\(side.rawValue)"
    return try ProgramKit.run([
      folder.appending(path: ".build/\(configuration)/\(name)").path, "\(program.number)",
    ])
  }
}
