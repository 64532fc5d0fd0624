@testable import DependenceGraphAnalysis
import Foundation
import Synchronization
import Testing

struct GenerateRequestTests {
  @Test(arguments: [
    [], ["--output"], ["--output", "a"], ["--module", "A", "a.swift"],
    ["--output", "a", "a.swift"],
    ["--output", "a", "--module"], ["--output", "a", "--module", "A", "--unknown"],
    ["--output", "a", "--define", "X", "--module", "A"],
    ["--output", "a", "--module", "A", "--define"],
    ["--output", "a", "--manifest", "m", "--module", "A"], ["--module", "A", "--output"],
    ["--output", "a", "b.swift", "--module", "A"],
    ["--output", "a", "--kind", "test", "--module", "A"], ["--output", "a", "--depends", "B"],
    ["--output", "a", "--module", "A", "--kind", "tests"],
    ["--output", "a", "--module", "A", "--depends"],
  ])
  func `invalid arguments are rejected`(arguments: [String]) {
    #expect(GenerateRequest(arguments: arguments) == nil)
  }

  @Test func `the arguments of the build plugin are parsed`() throws {
    let line = """
      --tests --output o.swift --cache c --module A --define X --define Y --manifest m a.swift \
      b.swift --module B --define Z c.swift --module C
      """

    let request = try #require(
      GenerateRequest(arguments: line.split(separator: " ").map(String.init))
    )

    #expect(request.isTest)
    #expect(request.output == URL(filePath: "o.swift"))
    #expect(request.cache == URL(filePath: "c"))
    #expect(request.modules.map(\.name) == ["A", "B", "C"])
    #expect(request.modules.map(\.conditions) == [["X", "Y"], ["Z"], []])
    #expect(request.modules.map(\.manifest) == ["m", nil, nil])
    #expect(request.modules.map(\.files) == [["a.swift", "b.swift"], ["c.swift"], []])
    let least = try #require(GenerateRequest(arguments: ["--output", "o", "--module", "A"]))
    #expect(!least.isTest)
    #expect(least.cache == nil)
  }

  @Test(
    arguments: [
      ("@Instantiable struct App: Instantiable {}", "App+Graph.swift", 0, ""),
      (
        "@Instantiable struct App: Instantiable { @Instantiated let a: A }", "App+Graph.swift", 1,
        "error: 'a: A' of 'App' cannot be created"
      ),
      (
        "@Instantiable struct App: Instantiable {}", "missing/App.swift", 1,
        "error: the generated code cannot be written: "
      ),
    ] as [(String, String, Int32, String)]
  )
  func `a request of the plugin ends with an exit code and a message`(
    source: String,
    output: String,
    code: Int32,
    message: String
  ) throws {
    try withFolder { folder in
      let file = folder.appending(path: "App.swift")
      try Data(source.utf8).write(to: file)

      let outcome = run([
        "--output", folder.appending(path: output).path, "--module", "App", file.path,
      ])

      #expect(outcome.code == code)
      #expect(outcome.error.isEmpty == message.isEmpty)
      #expect(message.isEmpty || outcome.error.contains(message))
    }
  }

  @Test func `a request without the plugin's arguments names the command to use`() {
    let outcome = run(["--output"])

    #expect(outcome.code == 2)
    #expect(
      outcome.error
        == "error: this tool is only for the build plugin; use 'dependence check' instead\n"
    )
  }

  @Test(
    arguments: [
      (["Package.swift", nil], true), ([nil, nil], false), (["None.swift", nil], false),
      ([nil, "Package.swift"], false),
    ] as [([String?], Bool)]
  )
  func `a module is isolated to the main actor if its own manifest sets that`(
    manifests: [String?],
    isOnMain: Bool
  ) throws {
    try withFolder { folder in
      let manifest = """
        let package = Package(name: "App", targets: [
          .target(name: "App", swiftSettings: [.defaultIsolation(MainActor.self)]),
        ])
        """
      try Data(manifest.utf8).write(to: folder.appending(path: "Package.swift"))
      let source = """
        nonisolated protocol Log { func write() }
        @Instantiable(fulfillingAdditionalTypes: [Log.self]) struct FileLog: Log, Instantiable {}
        @Instantiable struct App: Instantiable { @Instantiated let log: any Log }
        """
      var request = try request(in: folder, source)
      request.modules.append(.init(name: "Other"))
      for (location, name) in manifests.enumerated() {
        request.modules[location].manifest = name.map { folder.appending(path: $0).path }
      }

      #expect(try request.run() == [])

      let code = try String(contentsOf: request.output, encoding: .utf8)
      #expect(code.contains("nonisolated private final class") == isOnMain)
    }
  }

  @Test func `the default isolation is that of the version-specific manifest`() throws {
    try withFolder { folder in
      let manifest = folder.appending(path: "Package.swift")
      try Data("// swift-tools-version: 5.9\n".utf8).write(to: manifest)
      let specific = """
        // swift-tools-version: 6.2
        let package = Package(name: "App", targets: [
          .target(name: "App", swiftSettings: [.defaultIsolation(MainActor.self)]),
        ])
        """
      try Data(specific.utf8).write(to: folder.appending(path: "Package@swift-6.2.swift"))
      var request = try request(
        in: folder,
        """
        nonisolated protocol Log { func write() }
        @Instantiable(fulfillingAdditionalTypes: [Log.self]) struct FileLog: Log, Instantiable {}
        @Instantiable struct App: Instantiable { @Instantiated let log: any Log }
        """
      )
      request.modules[0].manifest = manifest.path

      #expect(try request.run() == [])

      let code = try String(contentsOf: request.output, encoding: .utf8)
      #expect(code.contains("nonisolated private final class"))
    }
  }

  @Test func `conditions of the build and DEBUG are active`() throws {
    try withFolder { folder in
      let source = """
        #if DEBUG && X
        @Instantiable struct App: Instantiable {}
        #endif
        #if Y
        @Instantiable struct Other: Instantiable {}
        #endif
        """
      let request = try request(in: folder, source)

      #expect(try request.run() == [])

      let code = try String(contentsOf: request.output, encoding: .utf8)
      #expect(code.contains("extension App"))
      #expect(!code.contains("Other"))
    }
  }

  @Test func `a condition is active only in the module that defines it`() throws {
    try withFolder { folder in
      let source = { (name: String) in
        "#if X\n@Instantiable public struct \(name): Instantiable {}\n#endif"
      }
      var request = try request(in: folder, source("App"))
      let file = folder.appending(path: "Other.swift")
      try Data(source("Other").utf8).write(to: file)
      request.modules.append(.init(name: "Other", files: [file.path]))
      request.modules[0].conditions = []
      request.modules[1].conditions = ["X"]
      request.isTest = true

      #expect(try request.run() == [])

      let suite = try String(contentsOf: request.output, encoding: .utf8)
      #expect(!suite.contains("Check(\"App\","))
      #expect(suite.contains("Check(\"Other\","))
    }
  }

  @Test func `unchanged generated code is not written again`() throws {
    try withFolder { folder in
      let request = try request(in: folder, "@Instantiable struct App: Instantiable {}")

      #expect(try request.run() == [])
      let first = try date(of: request.output)
      #expect(try request.run() == [])

      #expect(try String(contentsOf: request.output, encoding: .utf8).contains("static func test("))
      #expect(try date(of: request.output) == first)
    }
  }

  @Test func `an invalid graph leaves the output unchanged`() throws {
    try withFolder { folder in
      let broken = "@Instantiable struct App: Instantiable { @Instantiated let a: A }"
      let request = try request(in: folder, broken)
      try Data("before".utf8).write(to: request.output)

      let findings = try request.run()

      #expect(findings.map(\.kind) == [.unfulfillable])
      #expect(try String(contentsOf: request.output, encoding: .utf8) == "before")
    }
  }

  @Test func `a graph for which no code can be generated leaves the output unchanged`() throws {
    try withFolder { folder in
      let source = "@Instantiable struct App: Instantiable { @Instantiated let a: A }"
      let request = try request(in: folder, "\(source)\n@Instantiable private struct A {}")
      try Data("before".utf8).write(to: request.output)

      let findings = try request.run()

      #expect(findings.map(\.kind) == [.misuse])
      #expect(try String(contentsOf: request.output, encoding: .utf8) == "before")
    }
  }

  @Test func `a module without a root builds, but its generated test suite fails`() throws {
    try withFolder { folder in
      var request = try request(in: folder, "@Instantiable struct A { @Received let id: Int }")

      #expect(try request.run() == [])
      let code = try String(contentsOf: request.output, encoding: .utf8)
      request.isTest = true
      #expect(try request.run() == [])
      let suite = try String(contentsOf: request.output, encoding: .utf8)

      #expect(code.hasSuffix("\n// There is no root in this module.\n"))
      #expect(
        suite.contains(
          "\"no type creates 'A', and it is not a root, because it receives 'id: Int';"
        )
      )
    }
  }

  @Test func `the generated suite contains the findings of an invalid graph`() throws {
    try withFolder { folder in
      let broken = "@Instantiable struct App: Instantiable { @Instantiated let a: A }"
      var request = try request(in: folder, broken)
      request.isTest = true

      #expect(try request.run() == [])

      let suite = try String(contentsOf: request.output, encoding: .utf8)
      #expect(suite.contains(#"Check("App.a: A", "App/App.swift", "#))
      #expect(suite.contains("1, 60, \"'a: A' of 'App' cannot be created"))
    }
  }

  @Test(arguments: [
    "struct Specs { init() { prepareDependencies { $0.client = 1 } } }",
    "extension ClientKey: @retroactive DependencyKey {}",
  ])
  func `a value that the test module provides is not a live value of the app`(
    test: String
  ) throws {
    try withFolder { folder in
      let request = try request(
        in: folder,
        """
        @Instantiable public struct App: Instantiable { @Dependency(\\.client) var client }
        public enum ClientKey: TestDependencyKey {}
        extension DependencyValues { public var client: Int { self[test: ClientKey.self] } }
        """,
        testedBy: "import App\n\(test)"
      )

      #expect(try request.run() == [])

      let suite = try String(contentsOf: request.output, encoding: .utf8)
      #expect(suite.contains("'\\\\.client' is read in App, and 'ClientKey' has no live value"))
    }
  }

  /// Each argument contains the kind of the module with the root, the modules on which it depends,
  /// and whether the suite warns that the read of a key was not checked. The module `Fixtures`, on
  /// which the test module depends, declares the live value.
  @Test(arguments: [
    ("library", "Core", true), ("executable", "Core", true), ("library", "Fixtures", false),
    ("executable", "Fixtures", false),
  ])
  func `a live value that only a module of test helpers declares leads to a warning of the suite`(
    kind: String,
    dependency: String,
    warns: Bool
  ) throws {
    try withFolder { folder in
      let files = [
        "AppSpecs": "struct Specs {}",
        "App":
          "@Instantiable public struct App: Instantiable { @Dependency(ClientKey.self) var a }",
        "Core": "public enum ClientKey: TestDependencyKey {}",
        "Fixtures": "extension ClientKey: @retroactive DependencyKey {}",
      ]
      for (name, source) in files {
        try Data(source.utf8).write(to: folder.appending(path: "\(name).swift"))
      }
      let line = """
        --tests --output @/Suite.swift \
        --module AppSpecs --kind test --depends App --depends Fixtures @/AppSpecs.swift \
        --module App --kind \(kind) --depends \(dependency) @/App.swift \
        --module Fixtures --kind library --depends Core @/Fixtures.swift \
        --module Core --kind library @/Core.swift
        """
      let arguments = line.replacing("@", with: folder.path).split(separator: " ").map(String.init)

      #expect(try #require(GenerateRequest(arguments: arguments)).run() == [])

      let suite = try String(contentsOf: folder.appending(path: "Suite.swift"), encoding: .utf8)
      let check = suite.split(separator: "\n").first {
        $0.contains(#"Check("App: ClientKey.self""#)
      }
      #expect(check?.contains("the read of 'ClientKey' was not checked") == warns)
      #expect(check?.hasSuffix(", isWarning: true),") == warns)
    }
  }

  @Test func `a key of the test module gets its live value from its declaration`() throws {
    try withFolder { folder in
      let request = try request(
        in: folder,
        "",
        testedBy: """
          @Instantiable struct Root: Instantiable { @Dependency(OwnKey.self) var own }
          enum OwnKey: DependencyKey {}
          """
      )

      #expect(try request.run() == [])

      let suite = try String(contentsOf: request.output, encoding: .utf8)
      let check = suite.split(separator: "\n").first { $0.contains(#"Check("Root: OwnKey.self""#) }
      #expect(check?.hasSuffix(", nil),") == true)
    }
  }

  @Test func `the generated suite contains the problems of the code to generate`() throws {
    try withFolder { folder in
      var request = try request(
        in: folder,
        """
        @Instantiable struct App: Instantiable { @Instantiated let a: A }
        @Instantiable private struct A {}
        """
      )
      request.isTest = true

      #expect(try request.run() == [])

      let suite = try String(contentsOf: request.output, encoding: .utf8)
      #expect(suite.contains("'A' is created by generated code in another file, which cannot "))
    }
  }

  @Test func `the generated suite of a module without instantiable types fails`() throws {
    try withFolder { folder in
      var request = try request(in: folder, "struct App {}")
      request.isTest = true

      #expect(try request.run() == [])

      let suite = try String(contentsOf: request.output, encoding: .utf8)
      let check = #"Check("the graph", "Unknown/App+Graph.swift", "App+Graph.swift", 1, 1, "#
      #expect(suite.contains("\(check)\"the modules that App tests have no @Instantiable type"))
    }
  }

  @Test func `an output file that cannot be written throws an error`() throws {
    try withFolder { folder in
      var request = try request(in: folder, "@Instantiable struct App: Instantiable {}")
      request.output = folder.appending(path: "missing/App+Graph.swift")

      #expect(throws: (any Error).self) { try request.run() }
    }
  }

  @Test func `a condition that the scan cannot decide is a warning of the build`() throws {
    try withFolder { folder in
      let request = try request(
        in: folder,
        """
        #if SWIFT_PACKAGE && canImport(Elsewhere)
        @Instantiable struct App: Instantiable {}
        #endif
        """
      )
      var warnings = ""

      #expect(try request.run(warn: { warnings += $0 }) == [])
      #expect(
        warnings.hasSuffix(
          """
          App.swift:1:1: warning: this '#if' was not checked, because the scan cannot find out whether \
          'Elsewhere' exists; move the declarations of the graph out of the '#if', or use a \
          condition such as 'os(Linux)'

          """
        )
      )
    }
  }

  @Test func `an alias of a library type is a warning of the build and of the suite`() throws {
    try withFolder { folder in
      var request = try request(
        in: folder,
        """
        typealias Values = DependencyValues
        @Instantiable struct App: Instantiable { var a: Int { Values.current.client } }
        """
      )
      let library = folder.appending(path: "Dependence.swift")
      try Data("typealias Own = Dependency; public struct Dependency {}".utf8).write(to: library)
      request.modules.append(.init(name: "Dependence", files: [library.path]))
      let message =
        "reads through the alias 'Values' are not always found, so they may not have been checked; "
        + "use 'Dependency' or 'DependencyValues' directly"
      var warnings = ""

      #expect(try request.run(warn: { warnings += $0 }) == [])
      request.isTest = true
      #expect(try request.run() == [])

      let suite = try String(contentsOf: request.output, encoding: .utf8)
      #expect(warnings == "\(folder.path)/App.swift:1:11: warning: \(message)\n")
      #expect(suite.contains(#"Check("typealias: Values", "App/App.swift", "#))
      #expect(suite.contains("1, 11, \"\(message)\", isWarning: true"))
    }
  }

  @Test func `a condition of the package and the language mode of the manifest take effect`() throws
  {
    try withFolder { folder in
      let manifest = folder.appending(path: "Package.swift")
      try Data("// swift-tools-version: 5.9\n".utf8).write(to: manifest)
      var request = try request(
        in: folder,
        """
        #if SWIFT_PACKAGE && !swift(>=6)
        @Instantiable struct App: Instantiable { @Instantiated let a: A }
        #endif
        """
      )
      request.modules[0].manifest = manifest.path

      #expect(try request.run().count == 1)
    }
  }

  private func run(_ arguments: [String]) -> (code: Int32, error: String) {
    let written = Mutex("")
    let terminal = Terminal(
      output: { _ in Issue.record("a build reads errors alone") },
      error: { text in written.withLock { $0 += text } }
    )
    let code = GenerateRequest.run(arguments, on: terminal)
    return (code, written.withLock { $0 })
  }

  // MARK: - Files

  private func request(in folder: URL, _ source: String) throws -> GenerateRequest {
    let file = folder.appending(path: "App.swift")
    try Data(source.utf8).write(to: file)
    return try #require(
      GenerateRequest(arguments: [
        "--output", folder.appending(path: "App+Graph.swift").path,
        "--cache", folder.appending(path: "cache").path,
        "--module", "App", "--define", "X", file.path,
      ])
    )
  }

  /// Creates a request for the suite of the test module `AppSpecs`, which tests the module `App`.
  private func request(
    in folder: URL,
    _ source: String,
    testedBy test: String
  ) throws -> GenerateRequest {
    var request = try request(in: folder, source)
    let file = folder.appending(path: "AppSpecs.swift")
    try Data(test.utf8).write(to: file)
    request.modules.insert(.init(name: "AppSpecs", files: [file.path]), at: 0)
    request.isTest = true
    return request
  }

  private func date(of file: URL) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
  }

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }
}
