import DependenceMigration
import Foundation
import Testing

final class MigrateCommandTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "migrate-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  @Test func `the command writes its changes and reports the remaining work`() throws {
    try write("import Dependencies\nlet a = Dependency(\\.openURL)\n", to: "A.swift")

    let (code, output, error) = run([])

    #expect(code == 1)
    #expect(output == "")
    #expect(
      error == """
        \(folder.path)/A.swift:3: there is no dependency 'openURL'
          To do: declare a key whose live value opens a URL
        1 file changed, 1 item left to review

        """
    )
    #expect(
      try read("A.swift") == """
        import Dependence
        // MIGRATE: there is no dependency 'openURL'; declare a key whose live value opens a URL
        let a = Dependency(\\.openURL)

        """
    )
  }

  @Test func `a second run changes nothing`() throws {
    try write(
      "import Dependencies\nfinal class A { @Dependency(\\.a) var a }\n",
      to: "Sources/A.swift"
    )
    #expect(run([]).code == 0)

    let second = run([])

    #expect(second.error == "0 files changed, 0 items left to review\n")
  }

  @Test func `a dry run prints a diff and writes nothing`() throws {
    try write("import Dependencies\n", to: "A.swift")

    let (code, output, error) = run(["--dry-run"])

    #expect(code == 0)
    #expect(error == "1 file would change, 0 items left to review\n")
    #expect(
      output
        == """
        --- a\(folder.path)/A.swift
        +++ b\(folder.path)/A.swift
        @@ -1,1 +1,1 @@
        -import Dependencies
        +import Dependence

        """.replacing("--- a", with: "--- a/").replacing("+++ b", with: "+++ b/")
    )
    #expect(try read("A.swift") == "import Dependencies\n")
  }

  @Test(arguments: ["A.swift", "-A.swift"])
  func `the command refuses files with uncommitted changes`(name: String) throws {
    try write("import Dependencies\n", to: name)
    try git("init", "--quiet")

    let refused = run([])

    #expect(refused.code == 2)
    #expect(refused.error.contains("there are uncommitted changes, so no file was changed"))
    #expect(try read(name) == "import Dependencies\n")

    try git("add", ".")
    try git("-c", "user.name=A", "-c", "user.email=a@localhost", "commit", "--quiet", "-m", "A")
    try write("not Swift", to: "B.txt")
    #expect(run([]).code == 0)
  }

  @Test func `the command refuses files of a repository that Git cannot read`() throws {
    try write("import Dependencies\n", to: "Sources/A.swift")
    try git("init", "--quiet")
    try write("not a reference\n", to: ".git/HEAD")

    let (code, _, error) = run([])

    #expect(code == 2)
    #expect(
      error.hasPrefix(
        "error: 'git status' failed, so there may be uncommitted changes, and no file was changed; "
          + "correct the error below, or use '--dry-run':\nfatal: "
      )
    )
    #expect(try read("Sources/A.swift") == "import Dependencies\n")
  }

  @Test func `a file that is not UTF-8 is left unchanged and reported`() throws {
    try Data([0x2F, 0x2F, 0xFF, 0x0A]).write(to: folder.appending(path: "A.swift"))

    let (code, _, error) = run([])

    #expect(code == 1)
    #expect(error.contains("A.swift:1: the file is not encoded in UTF-8, and was not changed"))
  }

  @Test func `an Xcode project that fetches the library is left unchanged and reported`() throws {
    let project = """
      isa = XCRemoteSwiftPackageReference;

      repositoryURL = "https://github.com/apple/swift-collections";
      repositoryURL = "https://github.com/pointfreeco/swift-dependencies.git";

      """
    try write("import Dependencies\n", to: "App/A.swift")
    try write(project, to: "App.xcodeproj/project.pbxproj")

    let (code, _, error) = run([])

    #expect(code == 1)
    #expect(
      error == """
        \(folder.path)/App.xcodeproj/project.pbxproj:4: this Xcode project fetches and links \
        'swift-dependencies'
          To do: add the package dependence in Xcode, link the modules that the sources import, \
        and link the harness to test targets
        1 file changed, 1 item left to review

        """
    )
    #expect(try read("App.xcodeproj/project.pbxproj") == project)
  }

  @Test(arguments: [
    ("Podfile", "target 'App' do\n  pod 'Alamofire'\n  pod 'Swinject', '2.8'\nend\n"),
    ("Cartfile", "\n# Injection\ngithub \"Swinject/Swinject\" ~> 2.8\n"),
  ])
  func `a file of another package manager that fetches the library is reported`(
    name: String,
    text: String
  ) throws {
    try write("import Swinject\n", to: "App/A.swift")
    try write(text, to: name)

    let (code, _, error) = run([], from: "swinject")

    #expect(code == 1)
    #expect(error.contains("\(folder.path)/\(name):3: this \(name) fetches and links 'Swinject'\n"))
    #expect(try read(name) == text)
  }

  @Test
  func `a write failure is reported with the file and the option that permits writing`() throws {
    struct Denied: LocalizedError { var errorDescription: String? { "no permission" } }
    try write("import Dependencies\n", to: "A.swift")
    var error = ""

    let code = MigrateCommand.run(
      ["--from", "swift-dependencies", folder.path],
      output: { _ in },
      error: { error += $0 },
      write: { _, _ in throw Denied() }
    )

    #expect(code == 2)
    #expect(
      error == """
        error: '\(folder.path)/A.swift' cannot be written, and no file was changed: no \
        permission; if you use 'swift package', add '--allow-writing-to-package-directory'

        """
    )
  }

  @Test func `build folders, fetched packages and hidden files are not read`() throws {
    for name in [".build/A.swift", "Pods/A.swift", "Carthage/A.swift", "Sources/.A.swift"] {
      try write("import Dependencies\n", to: name)
    }
    try write("import Dependencies\n", to: "Sources/Pods.swift")

    #expect(run([]).error == "1 file changed, 0 items left to review\n")
    #expect(try read("Sources/Pods.swift") == "import Dependence\n")
    #expect(try read(".build/A.swift") == "import Dependencies\n")
  }

  @Test(arguments: [
    (["--from", "guice"], "'--from' must be one of"), (["--from"], "'--from' must be one of"),
    (["--from", "Factory"], "there is no library 'Factory'; did you mean 'factory'?"),
    (
      ["--from", "needle"],
      "no migration from Needle exists; follow the article 'Migrating from Needle' instead"
    ),
    (["--package"], "'--package' requires a line of a manifest"),
    (
      ["--package", "--dry-run", "."],
      "'--package' requires a call such as '.package(url: \"…\", from: \"1.0.0\")', but got '--dry-run'"
    ),
    ([], "specify the library to migrate from"),
    (["--dry"], "there is no option '--dry'"),
    (["--from", "factory", "/nowhere"], "'/nowhere' does not exist"),
  ])
  func `an invalid command line exits with code 2`(words: [String], message: String) {
    var error = ""
    let code = MigrateCommand.run(words, output: { _ in }, error: { error += $0 })

    #expect(code == 2)
    #expect(error.hasPrefix("error: \(message)"))
  }

  @Test(arguments: ["--help", "-h"])
  func `the help option prints the help and changes no file`(word: String) throws {
    try write("import Dependencies\n", to: "A.swift")

    let (code, output, error) = run([word])

    #expect(code == 0)
    #expect(output == MigrateCommand.help)
    #expect(error == "")
    #expect(try read("A.swift") == "import Dependencies\n")
  }

  @Test func `the package option replaces the package dependency in the manifest`() throws {
    let manifest =
      #"let p = Package(name: "A", dependencies: [.package(url: "x/swift-dependencies", from: "1.0.0")])"#
    try write(manifest, to: "Package.swift")

    let (code, _, _) = run(["--package", ".package(path: \"here\")"])

    #expect(code == 0)
    #expect(
      try read("Package.swift")
        == #"let p = Package(name: "A", dependencies: [.package(path: "here")])"#
    )
  }

  @Test func `a path can be a file and can be given twice`() throws {
    try write("import Dependencies\n", to: "A.swift")
    try write("import Dependencies\n", to: "B.swift")
    let path = folder.appending(path: "A.swift").path
    var error = ""

    let code = MigrateCommand.run(
      ["--from", "swift-dependencies", path, path],
      output: { _ in },
      error: { error += $0 }
    )

    #expect(code == 0)
    #expect(error == "1 file changed, 0 items left to review\n")
    #expect(try read("A.swift") == "import Dependence\n")
    #expect(try read("B.swift") == "import Dependencies\n")
  }

  @Test func `a folder without Swift files is refused`() throws {
    try write("not Swift", to: "B.txt")

    let (code, _, error) = run([])

    #expect(code == 2)
    #expect(error == "error: there is no Swift file to read; check the paths\n")
  }

  #if os(macOS) || os(Linux)
  @Test func `without a path, the command reads the current directory`() async throws {
    try write("import Dependencies\n", to: "Sources/A.swift")

    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      try #require(FileManager.default.changeCurrentDirectoryPath(path))
      var output = ""
      let code = MigrateCommand.run(
        ["--from", "swift-dependencies", "--dry-run"],
        output: { output += $0 },
        error: { _ in }
      )
      try #require(code == 0)
      try #require(output.hasPrefix("--- a/Sources/A.swift\n"))
    }
  }
  #endif

  private func run(
    _ words: [String],
    from library: String = "swift-dependencies"
  ) -> (code: Int32, output: String, error: String) {
    var (output, error) = ("", "")
    let code = MigrateCommand.run(
      ["--from", library] + words + [folder.path],
      output: { output += $0 },
      error: { error += $0 }
    )
    return (code, output, error)
  }

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

  private func git(_ words: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git", "-C", folder.path] + words
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}
