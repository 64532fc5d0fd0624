import DependenceMigration
import Foundation
import Testing

/// Tests of the option `--check`, which compares the test results of a package before and after its
/// migration.
final class MigrationCheckTests {
  private let parent = FileManager.default.temporaryDirectory
    .appending(path: "migrate-check-\(UUID())")
  private var folder: URL { parent.appending(path: "App") }
  private let source = "import Dependencies\n"

  init() throws {
    let sources = folder.appending(path: "Sources/App")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    try Data("let package = 1\n".utf8).write(to: folder.appending(path: "Package.swift"))
    try Data(source.utf8).write(to: sources.appending(path: "A.swift"))
  }

  deinit { try? FileManager.default.removeItem(at: parent) }

  /// The results of a test run, which are the name of each test and whether the test passed.
  private typealias Tests = [(name: String, passes: Bool)]

  /// Checks a package with a fake compiler, which reports `before` for the original source and
  /// `after` for the migrated source. If a list is `nil`, the build fails.
  private func check(
    before: Tests?,
    after: Tests?,
    writesResults: Bool = true,
    crash: String? = nil,
    codes: (before: Int32, after: Int32)? = nil
  ) -> (code: Int32, output: String, error: String) {
    var (output, error) = ("", "")
    let code = MigrateCommand.run(
      ["--from", "swift-dependencies", "--check", folder.path],
      output: { output += $0 },
      error: { error += $0 },
      swift: { arguments, folder in
        let file = folder.appending(path: "Sources/App/A.swift")
        let isMigrated = try String(contentsOf: file, encoding: .utf8) == "import Dependence\n"
        guard let tests = isMigrated ? after : before else {
          return (1, "note\nA.swift:1: error: no such module\n")
        }
        guard let path = arguments.last, arguments.contains("--xunit-output") else {
          return (0, "")
        }
        let cases = tests.map { name, passes in
          "<testcase classname=\"AppTests.S\" name=\"\(name)\" time=\"0\""
            + (passes ? " />" : "><failure message=\"no\" /></testcase>")
        }
        guard writesResults else { return (1, crash ?? "") }
        try Data(cases.joined(separator: "\n").utf8).write(to: URL(filePath: path))
        if let codes { return (isMigrated ? codes.after : codes.before, "note\nlast line\n") }
        return (tests.allSatisfy(\.passes) && crash == nil ? 0 : 1, crash ?? "")
      }
    )
    return (code, output, error)
  }

  @Test func `a check succeeds if every test that passed before still passes`() throws {
    let (code, output, error) = check(
      before: [("a()", true), ("b()", false)],
      after: [("a()", true), ("b()", true)]
    )

    #expect(code == 0)
    #expect(output == "1 test passed before the migration, and 2 after it\n")
    #expect(error == "1 file would change, 0 items left to review\n")
  }

  @Test func `a check lists the tests that no longer pass`() {
    let (code, output, _) = check(
      before: [("a()", true), ("b()", true), ("c()", true)],
      after: [("a()", true), ("b()", false)]
    )

    #expect(code == 1)
    #expect(
      output == """
        These tests passed before the migration, and do not pass after it:
          AppTests.S.b()
          AppTests.S.c() (did not run)
        3 tests passed before the migration, and 1 after it

        """
    )
  }

  @Test func `a check prints the build errors of the migrated package`() {
    let (code, output, _) = check(before: [("a()", true)], after: nil)

    #expect(code == 1)
    #expect(output == "The migrated package does not build:\nA.swift:1: error: no such module\n")
  }

  @Test func `a check fails if the package does not build before its migration`() {
    let (code, _, error) = check(before: nil, after: nil)

    #expect(code == 2)
    #expect(error.hasPrefix("error: the package does not build before its migration"))
  }

  private static let crash = "error: Exited with unexpected signal code 4"

  @Test(arguments: [([], true), ([("b()", false)], true), ([("a()", true)], false)])
  func `a check fails if no test passes before the migration`(
    tests: [(name: String, passes: Bool)],
    writesResults: Bool
  ) {
    let (code, output, error) = check(before: tests, after: tests, writesResults: writesResults)

    #expect(code == 2)
    #expect(output.isEmpty)
    #expect(
      error == "error: no test passes before the migration, so there is nothing to compare\n"
    )
  }

  @Test func `the error of a check names a crash that prevented test results`() {
    let (code, _, error) = check(
      before: [("a()", true)],
      after: [("a()", true)],
      writesResults: false,
      crash: "note\n\(Self.crash)\n"
    )

    #expect(code == 2)
    #expect(
      error
        == "error: no test passes before the migration, so there is nothing to compare, because the run crashed: \(Self.crash)\n"
    )
  }

  @Test func `a check reports a test run that crashed after some results`() {
    let (code, output, _) = check(
      before: [("a()", true)],
      after: [("a()", true)],
      crash: "note\n\(Self.crash)\n"
    )

    #expect(code == 1)
    #expect(
      output == """
        The tests crashed before the migration, and some may have no result: \(Self.crash)
        The tests crashed after the migration, and some may have no result: \(Self.crash)
        1 test passed before the migration, and 1 after it

        """
    )
  }

  @Test(arguments: [(0, ["after"]), (1, ["before", "after"])] as [(Int32, [String])])
  func `a check fails if the test run fails although no test fails`(
    before: Int32,
    times: [String]
  ) {
    let (code, output, _) = check(
      before: [("a()", true)],
      after: [("a()", true)],
      codes: (before, 1)
    )

    #expect(code == 1)
    let failures = times.map {
      "The test run \($0) the migration failed with exit code 1, although no test failed. Its output ends with:\nnote\nlast line\n"
    }
    #expect(
      output == failures.joined() + "1 test passed before the migration, and 1 after it\n"
    )
  }

  @Test func `a check fails if only tests fail that did not run before the migration`() {
    let (code, output, _) = check(
      before: [("a()", true)],
      after: [("a()", true), ("b()", false)],
      codes: (0, 1)
    )

    #expect(code == 1)
    #expect(
      output == """
        The test run after the migration failed with exit code 1, although every test that passed before still passes. Its output ends with:
        note
        last line
        1 test passed before the migration, and 1 after it

        """
    )
  }

  @Test func `a check changes neither the package nor its parent folder`() throws {
    _ = check(before: [("a()", true)], after: [("a()", false)])

    let text = try String(
      contentsOf: folder.appending(path: "Sources/App/A.swift"),
      encoding: .utf8
    )
    #expect(text == source)
    #expect(try FileManager.default.contentsOfDirectory(atPath: parent.path) == ["App"])
  }

  @Test func `a check refuses a symbolic link that leads out of the package`() throws {
    let shared = parent.appending(path: "B.swift")
    try Data(source.utf8).write(to: shared)
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: "Sources/App/B.swift").path,
      withDestinationPath: "../../../B.swift"
    )

    let (code, _, error) = check(before: [], after: [])

    #expect(code == 2)
    #expect(error.contains("B.swift' is outside of the package, where '--check' must not write"))
    #expect(try String(contentsOf: shared, encoding: .utf8) == source)
  }

  @Test(arguments: ["Shared/A.swift", "Shared"])
  func `a check migrates files behind absolute links into the package`(target: String) throws {
    let files = FileManager.default
    let link = folder.appending(path: target == "Shared" ? "Sources/App" : "Sources/App/A.swift")
    try files.removeItem(at: link)
    try files.createDirectory(
      at: folder.appending(path: "Shared"),
      withIntermediateDirectories: false
    )
    try Data(source.utf8).write(to: folder.appending(path: "Shared/A.swift"))
    try files.createSymbolicLink(at: link, withDestinationURL: folder.appending(path: target))

    let (code, output, _) = check(before: [("a()", true)], after: [("a()", false)])

    #expect(code == 1)
    #expect(output.contains("These tests passed before the migration, and do not pass after it"))
    #expect(
      try String(contentsOf: folder.appending(path: "Shared/A.swift"), encoding: .utf8) == source
    )
  }

  @Test(arguments: [
    (
      ["--dry-run"],
      "'--check' requires the folder of one package, and cannot be combined with '--dry-run'"
    ),
    ([], "'--check' requires a package, but there is no 'Package.swift' in"),
  ])
  func `a check refuses a dry run or a missing manifest`(options: [String], message: String)
    throws
  {
    try FileManager.default.removeItem(at: folder.appending(path: "Package.swift"))
    var error = ""

    let code = MigrateCommand.run(
      ["--from", "swift-dependencies", "--check"] + options + [folder.path],
      output: { _ in },
      error: { error += $0 }
    )

    #expect(code == 2)
    #expect(error.hasPrefix("error: \(message)"))
  }
}
