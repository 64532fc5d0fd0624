import Foundation

/// Builds and tests a copy of a package before and after its migration, and compares the results.
struct MigrationCheck {
  package typealias Result = (code: Int32, output: String)

  /// The results of one build and test run.
  struct Outcome {
    var passed: Set<String> = []
    var failed: Set<String> = []
    /// Lines of the build output that explain why the build failed, or `nil` if it succeeded.
    var errors: [String]?
    /// The output line that reports a crash of the test process, or `nil` if there was no crash.
    /// After a crash, some tests may have no result.
    var crash: String?
    /// The exit code of the test run. It is also nonzero if an issue that belongs to no test was
    /// reported.
    var code: Int32 = 0
    /// The last lines of the test run's output.
    var lastLines: [String] = []
  }

  private let package: URL
  private let run: ([String], URL) throws -> Result

  /// Creates a check of the package in `folder`.
  ///
  /// - Parameter run: A function that runs `swift` with the given arguments in the given folder.
  /// - Throws: An error if the folder has no package manifest.
  init(of folder: String, run: @escaping ([String], URL) throws -> Result) throws {
    package = URL(filePath: ProjectFiles.target(of: folder), directoryHint: .isDirectory)
    self.run = run
    guard FileManager.default.fileExists(atPath: package.appending(path: "Package.swift").path)
    else {
      throw Refusal("'--check' requires a package, but there is no 'Package.swift' in '\(folder)'")
    }
  }

  /// Builds and tests a copy of the package, migrates the copy, and builds and tests it again.
  ///
  /// The copy is created next to the package, so that relative paths stay valid, and is removed at
  /// the end.
  ///
  /// - Parameter files: The migrated files, with their paths in the original package.
  func compare(
    _ files: [(path: String, text: String)],
    write: (String, URL) throws -> Void
  ) throws -> (before: Outcome, after: Outcome) {
    let copy = package.deletingLastPathComponent()
      .appending(path: ".\(package.lastPathComponent).migration-check-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: copy) }
    let moved = try files.map { (path: try path($0.path, in: copy), text: $0.text) }
    try copyPackage(to: copy)
    let before = try outcome(in: copy, named: "before")
    if let errors = before.errors {
      throw Refusal(
        "the package does not build before its migration, so there is nothing to compare:\n"
          + errors.joined(separator: "\n")
      )
    }
    guard !before.passed.isEmpty else {
      let crash = before.crash.map { ", because the run crashed: \($0)" } ?? ""
      throw Refusal(
        "no test passes before the migration, so there is nothing to compare\(crash)"
      )
    }
    try ProjectFiles.replace(moved, write: write)
    return (before, try outcome(in: copy, named: "after"))
  }

  private func path(_ path: String, in copy: URL) throws -> String {
    guard let counterpart = counterpart(of: path, in: copy) else {
      throw Refusal("'\(path)' is outside of the package, where '--check' must not write")
    }
    return counterpart
  }

  /// Returns the path in `copy` that corresponds to a path in the package, or `nil` for a path
  /// outside of the package.
  private func counterpart(of path: String, in copy: URL) -> String? {
    let target = ProjectFiles.target(of: path)
    let root = package.path.hasSuffix("/") ? package.path : package.path + "/"
    guard target.hasPrefix(root) else { return nil }
    return copy.appending(path: String(target.dropFirst(root.count))).path
  }

  private func copyPackage(to copy: URL) throws {
    let files = FileManager.default
    do {
      try files.createDirectory(at: copy, withIntermediateDirectories: false)
      for name in try files.contentsOfDirectory(atPath: package.path)
      where ![".build", ".git"].contains(name) {
        try files.copyItem(at: package.appending(path: name), to: copy.appending(path: name))
      }
      // An absolute link into the package would make the copy use the original, unmigrated file, so
      // let it lead to the copied file.
      for name in try files.subpathsOfDirectory(atPath: copy.path) {
        let link = copy.appending(path: name).path
        guard let target = try? files.destinationOfSymbolicLink(atPath: link),
          target.hasPrefix("/"), let copied = counterpart(of: target, in: copy),
          files.fileExists(atPath: copied)
        else { continue }
        try files.removeItem(atPath: link)
        try files.createSymbolicLink(atPath: link, withDestinationPath: copied)
      }
    } catch {
      throw Refusal("the package cannot be copied to '\(copy.path)': \(error.localizedDescription)")
    }
  }

  private func outcome(in folder: URL, named name: String) throws -> Outcome {
    let build = try run(["build", "--build-tests"], folder)
    guard build.code == 0 else {
      let lines = build.output.split(whereSeparator: \.isNewline).map(String.init)
      let errors = lines.filter { $0.contains("error:") }
      return Outcome(errors: Array((errors.isEmpty ? lines.suffix(20) : errors[...]).prefix(20)))
    }
    let results = folder.appending(path: "\(name).xml")
    // SwiftPM writes the results of XCTest to a file only with `--parallel`. A nonzero exit code is
    // not an error here, because it may only mean that some tests failed.
    let test = try run(
      ["test", "--skip-build", "--parallel", "--xunit-output", results.path],
      folder
    )
    var outcome = Outcome()
    let lines = test.output.split(whereSeparator: \.isNewline).map(String.init)
    if test.code != 0 { outcome.crash = lines.first { $0.contains("unexpected signal code") } }
    outcome.code = test.code
    outcome.lastLines = lines.suffix(20)
    for file in [results, folder.appending(path: "\(name)-swift-testing.xml")] {
      if let text = try? String(contentsOf: file, encoding: .utf8) { outcome.add(text) }
    }
    return outcome
  }
}

extension MigrationCheck.Outcome {
  /// Whether the test run failed, although neither a crash nor a failed test explains this. An
  /// issue that belongs to no test, for example one that a detached task reports, has this effect.
  var failedOutsideTests: Bool { code != 0 && crash == nil && failed.isEmpty }

  /// Adds the results of all test cases in an xUnit file, except skipped ones.
  fileprivate mutating func add(_ text: String) {
    for part in text.components(separatedBy: "<testcase ").dropFirst() {
      guard let type = part.attribute("classname"), let name = part.attribute("name") else {
        continue
      }
      let content = part.components(separatedBy: "</testcase>")[0]
      if content.contains("<failure") || content.contains("<error") {
        failed.insert("\(type).\(name)")
      } else if !content.contains("<skipped") {
        passed.insert("\(type).\(name)")
      }
    }
    // The cases of a parameterized test have the same name, so the test can be in both `passed` and
    // `failed`. It fails if any of its cases fails.
    passed.subtract(failed)
  }
}

extension String {
  /// Returns the value of an attribute of the XML element at the start of the string.
  fileprivate func attribute(_ name: String) -> String? {
    let element = prefix { $0 != ">" }
    guard let start = element.firstRange(of: "\(name)=\"") else { return nil }
    // The search for `name="` also finds the end of `classname="`. If it does, search the rest of
    // the element.
    if name == "name", element[..<start.lowerBound].hasSuffix("class") {
      return String(element[start.upperBound...]).attribute(name)
    }
    return String(element[start.upperBound...].prefix { $0 != "\"" })
  }
}
