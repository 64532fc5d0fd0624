import DependenceMigration
import Foundation
import Testing

/// Tests of the files that a migration reads and writes.
final class ProjectFilesTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "migrate-files-\(UUID())")
  private let old = "import Dependencies\n"
  private let new = "import Dependence\n"

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  @Test func `a migrated file keeps its permissions`() throws {
    try write(old, to: "A.swift")
    try FileManager.default.setAttributes([.posixPermissions: 0o754], ofItemAtPath: path("A.swift"))

    let (code, _) = run()

    #expect(code == 0)
    #expect(try read("A.swift") == new)
    let attributes = try FileManager.default.attributesOfItem(atPath: path("A.swift"))
    #expect(attributes[.posixPermissions] as? Int == 0o754)
  }

  @Test func `a symbolic link is kept and its target is migrated`() throws {
    try write(old, to: "Shared/A.swift")
    try link("App/A.swift", to: "../Shared/A.swift")

    let (code, error) = run(["App"])

    #expect(code == 0)
    #expect(error == "1 file changed, 0 items left to review\n")
    #expect(try read("Shared/A.swift") == new)
    let destination = try FileManager.default.destinationOfSymbolicLink(atPath: path("App/A.swift"))
    #expect(destination == "../Shared/A.swift")
  }

  @Test func `a file that is found through several paths is migrated once`() throws {
    try write(old, to: "A.swift")
    try link("B.swift", to: "A.swift")
    try link("More", to: ".")

    let (code, error) = run()

    #expect(code == 0)
    #expect(error == "1 file changed, 0 items left to review\n")
    #expect(try read("B.swift") == new)
  }

  @Test func `the files of a linked folder are migrated`() throws {
    try write(old, to: "Shared/A.swift")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "App"),
      withIntermediateDirectories: true
    )
    try link("App/Shared", to: "../Shared")

    #expect(run(["App"]).code == 0)
    #expect(try read("Shared/A.swift") == new)
  }

  @Test func `a broken link is reported and the other files are migrated`() throws {
    try link("A.swift", to: "Nowhere.swift")
    try write(old, to: "B.swift")

    let (code, error) = run()

    #expect(code == 1)
    #expect(
      error == """
        \(path("A.swift")):1: the file is a link to 'Nowhere.swift', which does not exist, and \
        was not changed
          To do: make it readable, or remove it, and run the command again
        1 file changed, 1 item left to review

        """
    )
    #expect(try read("B.swift") == new)
  }

  #if !os(Windows)
  @Test func `a named pipe is reported and does not block the command`() throws {
    try #require(mkfifo(path("A.swift"), 0o644) == 0)
    try write(old, to: "B.swift")

    let (code, error) = run()

    #expect(code == 1)
    #expect(error.contains("A.swift:1: the file is not a regular file, and was not changed\n"))
    #expect(try read("B.swift") == new)
  }
  #endif

  @Test func `if one file cannot be written, all files keep their old content`() throws {
    struct Full: LocalizedError { var errorDescription: String? { "the disk is full" } }
    try write(old, to: "A.swift")
    try write(old, to: "B.swift")
    var error = ""

    let code = MigrateCommand.run(
      ["--from", "swift-dependencies", folder.path],
      output: { _ in },
      error: { error += $0 },
      write: { text, url in
        guard url.lastPathComponent.hasPrefix(".A.swift") else { throw Full() }
        try Data(text.utf8).write(to: url)
      }
    )

    #expect(code == 2)
    #expect(
      error.contains("/B.swift' cannot be written, and no file was changed: the disk is full")
    )
    #expect(try read("A.swift") == old)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == ["A.swift", "B.swift"]
    )
  }

  @Test
  func `if one file cannot be replaced, the error states that earlier files changed`() throws {
    try write(old, to: "A.swift")
    try write(old, to: "B.swift")
    let second = folder.appending(path: "B.swift")
    var error = ""

    let code = MigrateCommand.run(
      ["--from", "swift-dependencies", folder.path],
      output: { _ in },
      error: { error += $0 },
      write: { text, url in
        try Data(text.utf8).write(to: url)
        guard url.lastPathComponent.hasPrefix(".B.swift") else { return }
        // A file cannot be moved to the path of an existing folder, so the replacement of `B.swift`
        // fails.
        try FileManager.default.removeItem(at: second)
        try FileManager.default.createDirectory(at: second, withIntermediateDirectories: false)
      }
    )

    #expect(code == 2)
    #expect(
      error.contains("/B.swift' cannot be written, and the files before it were already changed: ")
    )
    #expect(try read("A.swift") == new)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == ["A.swift", "B.swift"]
    )
  }

  // MARK: - Reports

  @Test func `rows with the same reason are grouped under one remedy`() throws {
    try write(
      "import Dependencies\nfunc f(_ m: M) { withDependencies(from: m) { g() } }\n",
      to: "A.swift"
    )
    try write("import Dependencies\nfunc f() { withIssueReporters([]) { g() } }\n", to: "B.swift")
    try write(
      "import Dependencies\nfunc f(_ m: M) { withDependencies(from: m) { g() } }\n",
      to: "C.swift"
    )

    let (_, error) = run()

    #expect(
      error == """
        \(path("A.swift")):3: 'withDependencies(from:)' has no equivalent
        \(path("C.swift")):3: 'withDependencies(from:)' has no equivalent
          To do: give the type of 'm' a 'let dependencyScope = captureDependencies()', and call 'm.dependencyScope.run { … }'
        \(path("B.swift")):3: 'withIssueReporters' has no equivalent
          To do: use 'withIssueReporter' with your own reporter
        3 files changed, 3 items left to review

        """
    )
  }

  @Test func `a second run repeats the rows whose MIGRATE comments remain`() throws {
    try write(
      "import Dependencies\nlet a = Dependency(\\.openURL)\nfunc f() { withIssueReporters([]) { g() } }\n",
      to: "A.swift"
    )
    let first = run()

    let second = run()

    #expect(first.code == 1)
    #expect(second.code == 1)
    #expect(
      second.error
        == first.error.replacing("1 file changed", with: "0 files changed")
    )

    let text = try read("A.swift")
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("// MIGRATE:") }
    try write(lines.joined(separator: "\n") + "\n", to: "A.swift")
    #expect(run().code == 0)
  }

  @Test func `a second run does not change statements that a list of modules cannot contain`()
    throws
  {
    let registrations = ["(A.self) { _ in A() }", "(B.self) { _ in B() }"].map {
      "    c.register\($0).initCompleted { r, a in a.b = r.resolve(B.self); a.c = r.resolve(A.self) }\n"
    }
    try write(
      """
      import Swinject
      struct S: Assembly {
        func assemble(container c: Container) {
          guard let log = c.resolve(Log.self) else { return }
      \(registrations.joined())
        }
      }

      """,
      to: "A.swift"
    )
    var errors = ["", ""]
    var texts = ["", ""]
    for run in 0..<2 {
      _ = MigrateCommand.run(
        ["--from", "swinject", folder.path],
        output: { _ in },
        error: { errors[run] += $0 }
      )
      texts[run] = try read("A.swift")
    }

    #expect(errors[0].contains("a list of modules cannot contain this statement"))
    #expect(errors[1] == errors[0].replacing("1 file changed", with: "0 files changed"))
    #expect(texts[1] == texts[0])
  }

  @Test func `code in a REMOVED comment is not reported by a second run`() throws {
    try write(
      "import Factory\nextension Container { var n: Factory<N> { self { N() }.cached.onDebug { M() } } }\n",
      to: "A.swift"
    )
    var errors = ["", ""]
    for run in 0..<2 {
      _ = MigrateCommand.run(
        ["--from", "factory", folder.path],
        output: { _ in },
        error: { errors[run] += $0 }
      )
    }

    #expect(errors[0].contains("A.swift:5: '.onDebug' has no equivalent\n"))
    #expect(errors[1] == errors[0].replacing("1 file changed", with: "0 files changed"))
  }

  private func run(_ names: [String] = [""]) -> (code: Int32, error: String) {
    var error = ""
    let code = MigrateCommand.run(
      ["--from", "swift-dependencies"] + names.map { $0.isEmpty ? folder.path : path($0) },
      output: { _ in },
      error: { error += $0 }
    )
    return (code, error)
  }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  private func write(_ text: String, to name: String) throws {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file)
  }

  private func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }

  private func link(_ name: String, to target: String) throws {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try FileManager.default.createSymbolicLink(
      atPath: file.path,
      withDestinationPath: target
    )
  }

  @Test(arguments: ["DerivedData/App", "App/SourcePackages/checkouts/B", "build/checkouts/B"])
  func `a build folder is skipped`(name: String) throws {
    try write("{}", to: "build/workspace-state.json")
    try write(old, to: "\(name)/A.swift")
    try write(old, to: "App/checkouts/B.swift")

    let (_, error) = run()

    #expect(error == "1 file changed, 0 items left to review\n")
    #expect(try read("\(name)/A.swift") == old)
  }
}
