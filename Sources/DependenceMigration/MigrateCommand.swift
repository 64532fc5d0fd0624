package import Foundation
import SwiftSyntax

/// The implementation of the `dependence migrate` command. It prints, writes files, and runs
/// `swift` through closures that tests can replace.
package struct MigrateCommand {
  private let origin: MigrationOrigin
  private var isDryRun = false
  private var isCheck = false
  private var package: String?
  private var paths: [String] = []

  /// Parses the arguments, migrates the files, and prints a report.
  ///
  /// - Parameter arguments: The command-line arguments after `migrate`.
  /// - Returns: The exit code: 0 if there is nothing left to do, 1 if the report is not empty or
  ///   `--check` found a difference, and 2 if an error stopped the command.
  package static func run(
    _ arguments: [String],
    output: (String) -> Void,
    error: (String) -> Void,
    write: (String, URL) throws -> Void = { try Data($0.utf8).write(to: $1) },
    swift: @escaping ([String], URL) throws -> (code: Int32, output: String) = {
      try Process.result(of: ["swift"] + $0, in: $1, includesErrors: true)
    }
  ) -> Int32 {
    if arguments.contains("--help") || arguments.contains("-h") {
      output(help)
      return 0
    }
    do {
      let command = try Self(arguments)
      let (sources, unread) = try command.read()
      let migration = Migration(of: sources, from: command.origin, package: command.package)
      var isSame = true
      if command.isCheck {
        isSame = try command.check(migration.files, output: output, write: write, swift: swift)
      } else if command.isDryRun {
        for file in migration.files { output(file.diff) }
      } else {
        try command.overwrite(migration.files, by: write)
      }
      let rows = unread + migration.rows
      error(rows.report)
      let (changed, left) = (migration.files.count, rows.count)
      error(
        "\(changed) \(changed == 1 ? "file" : "files") "
          + "\(command.isDryRun || command.isCheck ? "would change" : "changed"), "
          + "\(left) \(left == 1 ? "item" : "items") left to review\n"
      )
      return rows.isEmpty && isSame ? 0 : 1
    } catch let failure {
      error("error: \(failure.localizedDescription)\n")
      return 2
    }
  }

  private init(_ arguments: [String]) throws {
    var origin: MigrationOrigin?
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--from":
        origin = try Self.origin(named: rest.popFirst() ?? "")
      case "--check": isCheck = true
      case "--dry-run": isDryRun = true
      case "--package":
        package = rest.popFirst()
        guard let package else { throw Refusal("'--package' requires a line of a manifest") }
        guard Self.isPackage(package) else {
          throw Refusal(
            "'--package' requires a call such as '.package(url: \"…\", from: \"1.0.0\")', but got '\(package)'"
          )
        }
      case _ where word.hasPrefix("-"):
        throw Refusal(
          "there is no option '\(word)'; 'dependence migrate --help' lists all options"
        )
      default: paths.append(word)
      }
    }
    guard let origin else {
      throw Refusal("specify the library to migrate from: '--from' and one of \(Self.origins)")
    }
    self.origin = origin
    if paths.isEmpty { paths = ["."] }
    if isCheck, isDryRun || paths.count > 1 {
      throw Refusal(
        "'--check' requires the folder of one package, and cannot be combined with '--dry-run'"
      )
    }
  }

  private static func origin(named name: String) throws -> MigrationOrigin {
    if let origin = MigrationOrigin(rawValue: name) { return origin }
    if let origin = MigrationOrigin(rawValue: name.lowercased()) {
      throw Refusal("there is no library '\(name)'; did you mean '\(origin.rawValue)'?")
    }
    if name.lowercased() == "needle" {
      throw Refusal(
        "no migration from Needle exists; follow the article 'Migrating from Needle' instead"
      )
    }
    throw Refusal("'--from' must be one of \(origins)")
  }

  /// Returns `true` if `text` is a call to `.package(…)`, which declares a package dependency.
  private static func isPackage(_ text: String) -> Bool {
    let tree = MigrationSource.parse(text)
    let call = tree.statements.first?.item.as(FunctionCallExprSyntax.self)
    return !tree.hasError && tree.statements.count == 1
      && call?.calledExpression.lastComponent == "package"
  }

  private static let origins = MigrationOrigin.allCases.map { "'\($0.rawValue)'" }
    .joined(separator: ", ")

  /// Returns all Swift files at the given paths, and report rows for files that cannot be read and
  /// for Xcode projects, Podfiles, and Cartfiles that fetch the old library.
  private func read() throws -> (sources: [(path: String, text: String)], rows: [MigrationRow]) {
    for path in paths where !FileManager.default.fileExists(atPath: path) {
      throw Refusal("'\(path)' does not exist; check the path")
    }
    let files = ProjectFiles(at: paths) { $0.hasSuffix(".swift") || Self.isProject($0) }
    if files.readable.isEmpty, files.skipped.isEmpty {
      throw Refusal("there is no Swift file to read; check the paths")
    }
    let (projects, sources) = (
      files.readable.filter { Self.isProject($0.path) },
      files.readable.filter { !Self.isProject($0.path) }
    )
    let rows = projects.compactMap { row(for: $0.path, of: $0.text) }
    return (sources, files.skipped + rows)
  }

  /// Returns a report row if an Xcode project, a Podfile, or a Cartfile fetches the old library, or
  /// `nil` if it does not. The migration does not change such a file, so the user has to replace
  /// the dependency.
  private func row(for path: String, of text: String) -> MigrationRow? {
    let isXcode = path.hasSuffix(Self.project)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let words = line.split { "/\"'.;, ".contains($0) }.map(String.init)
      let fetches =
        isXcode ? line.contains("repositoryURL") : ["pod", "github"].contains(words.first)
      guard fetches, let package = words.first(where: origin.packages.contains) else { continue }
      let file = isXcode ? "Xcode project" : URL(filePath: path).lastPathComponent
      let why = "this \(file) fetches and links '\(package)'"
      let remedy =
        "add the package dependence in Xcode, link the modules that the sources import, and link the harness to test targets"
      return MigrationRow(path: path, line: index + 1, why: why, remedy: remedy)
    }
    return nil
  }

  private static let project = ".xcodeproj/project.pbxproj"

  private static func isProject(_ path: String) -> Bool {
    path.hasSuffix(project)
      || ["Podfile", "Cartfile"].contains(URL(filePath: path).lastPathComponent)
  }

  private func overwrite(_ files: [Migration.File], by write: (String, URL) throws -> Void) throws {
    try refuseUncommitted(files.map { ProjectFiles.target(of: $0.path) })
    try ProjectFiles.replace(files.map { ($0.path, $0.after) }, write: write)
  }

  /// Migrates a copy of the package and runs its tests before and after the migration. Returns
  /// `true` if every test that passed before still passes, no run crashed, and no run failed for
  /// any reason other than failed tests.
  private func check(
    _ files: [Migration.File],
    output: (String) -> Void,
    write: (String, URL) throws -> Void,
    swift: @escaping ([String], URL) throws -> (code: Int32, output: String)
  ) throws -> Bool {
    let check = try MigrationCheck(of: paths[0], run: swift)
    let (before, after) = try check.compare(files.map { ($0.path, $0.after) }, write: write)
    if let errors = after.errors {
      output("The migrated package does not build:\n\(errors.joined(separator: "\n"))\n")
      return false
    }
    for (time, crash) in [("before", before.crash), ("after", after.crash)] {
      guard let crash else { continue }
      output("The tests crashed \(time) the migration, and some may have no result: \(crash)\n")
    }
    for (time, outcome) in [("before", before), ("after", after)] where outcome.failedOutsideTests {
      output(
        "The test run \(time) the migration failed with exit code \(outcome.code), although no test failed. "
          + "Its output ends with:\n\(outcome.lastLines.joined(separator: "\n"))\n"
      )
    }
    let lost = before.passed.subtracting(after.passed).sorted()
    if !lost.isEmpty {
      output("These tests passed before the migration, and do not pass after it:\n")
      for name in lost {
        output("  \(name)\(after.failed.contains(name) ? "" : " (did not run)")\n")
      }
    }
    let isNew = before.code == 0 && after.code != 0
    if isNew, lost.isEmpty, after.crash == nil, !after.failedOutsideTests {
      output(
        "The test run after the migration failed with exit code \(after.code), although every test that passed before still passes. "
          + "Its output ends with:\n\(after.lastLines.joined(separator: "\n"))\n"
      )
    }
    let count = before.passed.count
    output(
      "\(count) \(count == 1 ? "test" : "tests") passed before the migration, and \(after.passed.count) after it\n"
    )
    return lost.isEmpty && before.crash == nil && after.crash == nil && !isNew
      && !before.failedOutsideTests && !after.failedOutsideTests
  }

  /// Throws an error if a file has uncommitted changes, because a later `git diff` would mix them
  /// with the migration's changes. Also throws an error if `git status` fails in a repository.
  /// Outside a repository, `git status` always fails. This failure is ignored, because there are no
  /// uncommitted changes to protect.
  private func refuseUncommitted(_ files: [String]) throws {
    let folders = Dictionary(grouping: files) { URL(filePath: $0).deletingLastPathComponent() }
    for (folder, files) in folders {
      let names = files.map { URL(filePath: $0).lastPathComponent }
      let command = ["git", "status", "--porcelain", "--"] + names
      let status = try Process.result(of: command, in: folder, includesErrors: false)
      if status.code == 0, !status.output.isEmpty {
        throw Refusal(
          "there are uncommitted changes, so no file was changed; commit or stash them first, or use '--dry-run':\n"
            + status.output
        )
      }
      if status.code != 0, Self.isInRepository(folder) {
        throw Refusal(
          "'git status' failed, so there may be uncommitted changes, and no file was changed; correct the error below, or use '--dry-run':\n"
            + (try Process.result(of: command, in: folder, includesErrors: true)).output
        )
      }
    }
  }

  private static func isInRepository(_ folder: URL) -> Bool {
    folder.pathComponents.indices.contains { index in
      let ancestor = folder.pathComponents[...index].joined(separator: "/")
      return FileManager.default.fileExists(atPath: "\(ancestor)/.git")
    }
  }

  package static let help = """
    Migrates code from another library, and lists the code that you have to change yourself.

    usage: dependence migrate --from <library> [<option>…] [<path>…]
           swift package --allow-writing-to-package-directory dependence migrate …

    The library is one of \(origins). A path is a Swift file or a folder. The default is the
    current folder. Code that the command cannot migrate gets a comment that begins with
    '\(Draft.marker)', and is listed in the report.

      --check            build and test a copy of the package before and after the migration, and list
                         the tests that no longer pass, or the last lines of a test run that fails
                         although no test fails. The package itself is not changed
      --dry-run          print a unified diff, and change no files
      --package <line>   the manifest line for dependence, such as '.package(url: "…", from: "1.0.0")'
      --help, -h         show this help

    The command stops if a file to migrate has uncommitted changes, or if 'git status' fails in its
    repository. It does not change files that cannot be read or parsed, nor the Xcode projects,
    Podfiles and Cartfiles that fetch the library, but lists them in the report.
    Each file is replaced as a whole. If a file cannot be replaced, the error states whether earlier
    files were changed.
    The command reports each of its comments again until you remove the comment, so remove it when
    you have changed the code.
    The exit code is 0 if nothing is left to review, 1 if the report is not empty or '--check' found
    a difference, and 2 if an error stopped the command. No file is changed in that case, unless the
    error states otherwise.

    """
}

/// An error that stops the command, such as an unknown option or a file that cannot be written.
struct Refusal: LocalizedError {
  var errorDescription: String?

  init(_ message: String) { errorDescription = message }
}

extension Process {
  /// Runs a program in a folder and returns its exit code and output.
  ///
  /// - Parameter includesErrors: Whether the output includes the program's standard error.
  package static func result(
    of command: [String],
    in folder: URL,
    includesErrors: Bool
  ) throws -> (code: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = includesErrors ? pipe as Any : FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
