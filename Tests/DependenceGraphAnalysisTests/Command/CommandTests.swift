import Foundation
import Synchronization
import GoldenFiles
import TestEffort
import Testing

@testable import DependenceGraphAnalysis

struct CommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  struct Outcome: Equatable {
    var code: Int32
    var output: String
    var error: String
  }

  private func run(
    _ arguments: String...,
    isInteractive: Bool = false,
    environment: [String: String] = [:]
  ) -> Outcome {
    run(arguments, isInteractive: isInteractive, environment: environment)
  }

  private func run(
    _ arguments: [String],
    isInteractive: Bool = false,
    environment: [String: String] = [:]
  ) -> Outcome {
    let written = Mutex((output: "", error: ""))
    let terminal = Terminal(
      output: { text in written.withLock { $0.output += text } },
      error: { text in written.withLock { $0.error += text } },
      isInteractive: isInteractive,
      environment: environment
    )
    let code = Command.run(
      arguments.map { $0.replacing("@", with: folder.path) },
      on: terminal
    )
    let (output, error) = written.withLock { $0 }
    return Outcome(
      code: code,
      output: output.replacing(folder.path, with: "@"),
      error: error.replacing(folder.path, with: "@")
    )
  }

  private func writeShop() throws {
    try folder.write(
      """
      @Instantiable(isRoot: true) struct Shop {
        @Instantiated let service: any Service
        @Instantiated let cartBuilder: Instantiator<Cart>
      }
      @Instantiable struct Cart {
        @Received let service: any Service
        @Received(onlyIfAvailable: true) let theme: Theme?
        @Forwarded let user: User
        @Dependency(\\.client) var client
        @Dependency(\\.date) var date
      }
      """,
      to: "Sources/Shop/Shop.swift"
    )
    try folder.write(
      """
      @Instantiable(fulfillingAdditionalTypes: [Service.self]) public
      final class LiveService: Service { public init() {} }
      enum ClientKey: DependencyKey { static let liveValue = 1 }
      extension DependencyValues { var client: Int { self[ClientKey.self] } }
      """,
      to: "Sources/Services/Live.swift"
    )
  }

  // MARK: - Output

  @Test
  func `checking a complete graph reports the types, the roots and the keys it covers`() throws {
    try writeShop()

    #expect(
      run("check", "@/Sources")
        == Outcome(
          code: 0,
          output: """
            the graph is valid: 3 types under 1 root
            1 key read with a live value
            not checked, because the scanned files do not show whether the key has a live value: \\.date

            """,
          error: ""
        )
    )
  }

  @Test(arguments: [
    ("why.txt", ["why", "Cart"]), ("why-service.txt", ["why", "Service"]),
    ("shop.dot", ["dot"]), ("shop.json", ["json"]), ("shop.svg", ["svg"]),
  ])
  func `the output for a graph matches the golden file in every run`(
    name: String,
    arguments: [String]
  ) throws {
    try writeShop()

    let first = run(arguments + ["@/Sources"])
    let others = (1..<Effort.times(8, thorough: 50, nightly: 500)).map { _ in
      run(arguments + ["@/Sources"])
    }

    #expect(first.code == 0)
    try GoldenFile("Graph/Reports/\(name)").expect(first.output)
    #expect(others.allSatisfy { $0 == first }, "the output is not the same every time")
  }

  @Test func `a finding exits with code 1 and is colored if color is enabled`() throws {
    try folder.write("@Instantiable struct A { @Instantiated let b: B }", to: "A.swift")

    let plain = run("check", "@/A.swift", isInteractive: true, environment: ["NO_COLOR": "1"])
    let colored = run("check", "@/A.swift", isInteractive: true)

    #expect(plain.code == 1)
    #expect(plain.output == "")
    #expect(plain.error.hasPrefix("@/A.swift:1:44: error: 'b: B' of 'A' cannot be created"))
    #expect(colored.error.contains("\u{1B}[1;31merror: "))
    #expect(run("check", "--color", "always", "@/A.swift").error == colored.error)
    #expect(run("check", "--color", "never", "@/A.swift", isInteractive: true) == plain)
  }

  @Test func `the output option writes the output to a file or reports why it cannot`() throws {
    try writeShop()

    let written = run("dot", "--output", "@/graph.dot", "@/Sources")
    let refused = run("dot", "-o", "@/nowhere/graph.dot", "@/Sources")
    let ofFolder = run("dot", "-o", "@/Sources", "@/Sources")

    #expect(written == Outcome(code: 0, output: "", error: ""))
    let text = try String(contentsOfFile: "\(folder.path)/graph.dot", encoding: .utf8)
    #expect(text == run("dot", "@/Sources").output)
    #expect(
      refused
        == Outcome(
          code: 1,
          output: "",
          error: """
            error: '@/nowhere/graph.dot' cannot be written; check that its folder exists and is \
            writable

            """
        )
    )
    #expect(ofFolder.error == refused.error.replacing("nowhere/graph.dot", with: "Sources"))
  }

  @Test(arguments: [
    "subscript(index: Int) -> Int { get }", "static func make(_ id: Int)", "init()",
    "associatedtype Item", "func copy() -> Self",
  ])
  func `the requirement that prevents a double is named`(requirement: String) throws {
    try folder.write(
      "protocol Store { func load(); \(requirement) }",
      to: "Sources/Shop/Store.swift"
    )

    #expect(
      run("double", "Store", "@/Sources").error == """
        error: no double can be generated for the protocol 'Store', because a double cannot implement \
        '\(requirement)'; write it by hand

        """
    )
  }

  @Test func `the inherited protocol that prevents a double is named`() throws {
    try folder.write("protocol Store: Elsewhere {}", to: "Sources/Shop/Store.swift")

    #expect(
      run("double", "Store", "@/Sources").error == """
        error: no double can be generated for the protocol 'Store', because it inherits from \
        'Elsewhere', whose declaration was not read; write it by hand

        """
    )
  }

  @Test func `a double is generated for a protocol even if the graph has errors`() throws {
    try folder.write(
      """
      @Instantiable struct Shop { @Instantiated let missing: Missing }
      enum Feature { protocol Log { func write() } }
      """,
      to: "Sources/Shop/Shop.swift"
    )
    try folder.write("protocol Log {", to: "Broken.swift")

    let double = run("double", "Feature.Log", "@/Sources")
    let unknown = run("double", "Lag", "@/Sources")
    let broken = run("double", "Feature.Log", "@/Sources", "@/Broken.swift")

    #expect(
      double
        == Outcome(
          code: 0,
          output: """
            import Dependence

            /// Reports every call as an issue, and then throws an error, returns a placeholder, \
            or traps.
            final class UnimplementedFeature_Log: Feature.Log {
              nonisolated init() {}

              func write() {
                unimplemented("Feature.Log.write()")
              }
            }

            """,
          error: ""
        )
    )
    #expect(unknown.code == 1)
    #expect(
      unknown.error.hasPrefix(
        "error: no protocol for which a double can be generated is named 'Lag'"
      )
    )
    #expect(broken.code == 1)
    #expect(broken.output == "")
    #expect(broken.error.hasPrefix("@/Broken.swift:1:15: error: this does not parse"))
  }

  @Test func `the module, define and partial options take effect`() throws {
    try folder.write(
      "#if X\n@Instantiable struct A { @Received let b: B }\n#endif",
      to: "a/A.swift"
    )

    #expect(run("check", "--define", "X", "@/a").code == 1)
    #expect(run("check", "-D", "X", "--partial", "@/a").code == 0)
    let json = run("json", "-D", "X", "--partial", "--module", "Core", "@/a").output
    #expect(json.contains("\"module\" : \"Core\""))
  }

  /// Each argument contains the modules that the programs `App` and `Tool` depend on. The last
  /// element is `true` if the live value in the module `Live` counts for the module `Screens`,
  /// which both programs use.
  @Test(arguments: [
    ("", "", true), ("Screens,Live", "Screens,Live", true), ("Screens,Live", "Screens", false),
    ("Screens", "Screens", false), ("Screens,Live", "Live", true), ("More", "Live", true),
  ])
  func `a live value counts only if its module is linked into every program`(
    app: String,
    tool: String,
    isLive: Bool
  ) throws {
    try folder.write(
      """
      @Instantiable public struct Screen { @Dependency(\\.client) var client }
      public enum ClientKey: TestDependencyKey {}
      extension DependencyValues { public var client: Int { self[test: ClientKey.self] } }
      """,
      to: "Screens/Screen.swift"
    )
    try folder.write(
      "import Screens\nextension ClientKey: @retroactive DependencyKey {}",
      to: "Live/Live.swift"
    )
    let programs = ["App": app, "Tool": tool, "More": "Screens,Live"].flatMap { name, list in
      app.isEmpty
        ? []
        : ["--module", name] + list.split(separator: ",").flatMap { ["--module-depends", "\($0)"] }
    }

    let outcome = run(
      ["check"] + programs + ["--module", "Screens", "@/Screens", "--module", "Live", "@/Live"]
    )

    #expect(outcome.code == 0)
    #expect(outcome.output.contains("1 key read with a live value") == isLive)
    #expect(outcome.output.contains("not checked") == !isLive)
  }

  /// Each argument contains the modules that prepare a value, and the modules that declare a live
  /// value. The programs `App` and `Tool` use the module that reads it. The last element is `true`
  /// if every program has a value.
  @Test(
    arguments: [
      (["App"], [], false), (["App", "Tool"], [], true), (["Screens"], [], true),
      (["Tool"], ["Live"], false), (["App"], ["Live"], true), ([], ["Live", "Other"], true),
    ] as [([String], [String], Bool)]
  )
  func `a prepared value counts only if every program has a module that provides one`(
    preparing: [String],
    live: [String],
    isLive: Bool
  ) throws {
    try folder.write(
      """
      @Instantiable public struct Screen { @Dependency(\\.client) var client }
      public enum ClientKey: TestDependencyKey {}
      extension DependencyValues { public var client: Int { self[test: ClientKey.self] } }
      """,
      to: "Screens/Screen.swift"
    )
    for module in ["App", "Tool", "Screens"] {
      let call = preparing.contains(module) ? "prepareDependencies { $0.client = 2 }" : ""
      try folder.write("func start() { \(call) }", to: "\(module)/Start.swift")
    }
    for module in ["Live", "Other"] {
      let key = live.contains(module) ? "extension ClientKey: @retroactive DependencyKey {}" : ""
      try folder.write("import Screens\n\(key)", to: "\(module)/Live.swift")
    }

    let arguments = """
      check --module App --module-depends Screens --module-depends Other @/App \
      --module Tool --module-depends Screens --module-depends Live @/Tool \
      --module Screens @/Screens --module Live @/Live --module Other @/Other
      """
    let outcome = run(arguments.split(separator: " ").map(String.init))

    #expect(outcome.code == 0)
    #expect(outcome.output.contains("1 key read with a live value") == isLive)
    #expect(outcome.output.contains("not checked") == !isLive)
  }

  /// Each argument contains the kinds of the module `App` with the root and of the module `Fixtures`,
  /// which depends on `App` and declares the live value. The last element is `true` if this value
  /// counts for `App`.
  @Test(arguments: [
    ("executable", "library", false), ("library", "library", false),
    ("library", "executable", true),
    ("executable", "test", false), ("executable", "executable", false),
  ])
  func `a live value in a module that no executable with the root links does not count`(
    app: String,
    fixtures: String,
    isLive: Bool
  ) throws {
    try folder.write(
      """
      @Instantiable public struct App { @Dependency(\\.client) var client }
      public enum ClientKey: TestDependencyKey {}
      extension DependencyValues { public var client: Int { self[test: ClientKey.self] } }
      """,
      to: "App/App.swift"
    )
    try folder.write(
      "import App\nextension ClientKey: @retroactive DependencyKey {}",
      to: "Fixtures/Live.swift"
    )

    let arguments = """
      check --module App --module-kind \(app) --module-depends Dependence @/App \
      --module Fixtures --module-kind \(fixtures) --module-depends App @/Fixtures
      """
    let outcome = run(arguments.split(separator: " ").map(String.init))

    #expect(outcome.code == (fixtures == "test" ? 1 : 0))
    #expect(outcome.output.contains("1 key read with a live value") == isLive)
  }

  @Test(arguments: [("library", 0), ("executable", 0), ("test", 1), ("", 1)] as [(String, Int32)])
  func `a module is a test if it has that kind, or if kinds are unknown and its name ends in Tests`(
    kind: String,
    code: Int32
  ) throws {
    try folder.write(
      """
      @Instantiable struct App { @Dependency(ClientKey.self) var client }
      enum ClientKey: TestDependencyKey {}
      func start() { prepareDependencies { $0[test: ClientKey.self] = 2 } }
      """,
      to: "ABTests/App.swift"
    )
    let options = kind.isEmpty ? [] : ["--module-kind", kind]

    #expect(run(["check", "--module", "ABTests"] + options + ["@/ABTests"]).code == code)
  }

  @Test func `a condition and a manifest apply to the module before them`() throws {
    try folder.write(
      """
      @Instantiable(isRoot: true) struct App {
        #if X && !swift(>=6)
        @Instantiated let b: B
        #endif
      }
      """,
      to: "App.swift"
    )
    try folder.write("// swift-tools-version: 5.9\n", to: "Package.swift")
    let options = ["--module-define", "X", "--manifest", "@/Package.swift"]

    #expect(run("check", "@/App.swift").code == 0)
    #expect(run(["--module", "App"] + options + ["@/App.swift"]).code == 1)
    #expect(
      run(["--module", "Core"] + options + ["@/Package.swift", "--module", "App", "@/App.swift"])
        .code == 0
    )
  }

  /// Each argument contains the name and the tools version of a manifest next to `Package.swift`,
  /// whose tools version is 5.9. The last element is the language mode of the module.
  @Test(arguments: [
    ("Package@swift-6.2.swift", "6.2", 6), ("Package@swift-6.swift", "6.0", 6),
    ("Package@swift-5.10.swift", "6.0", 6), ("Package@swift-99.swift", "6.2", 5),
    ("Package@swift-six.swift", "6.2", 5),
    ("Package@swift-6.2.swift.swift", "6.2", 5),
  ])
  func `a version-specific manifest takes precedence as in SwiftPM`(
    name: String,
    tools: String,
    mode: Int
  ) throws {
    try folder.write(
      """
      @Instantiable(isRoot: true) struct App {
        #if swift(>=6)
        @Instantiated let b: B
        #endif
      }
      """,
      to: "App.swift"
    )
    try folder.write("// swift-tools-version: 5.9\n", to: "Package.swift")
    try folder.write("// swift-tools-version: \(tools)\n", to: name)

    let outcome = run("check", "--module", "App", "--manifest", "@/Package.swift", "@/App.swift")

    #expect(outcome.code == (mode == 6 ? 1 : 0))
  }

  /// Each argument contains a graph for which no code can be generated, and the start of the error
  /// message.
  @Test(arguments: [
    (
      "@Instantiable(isRoot: true) struct App { @Instantiated let b: B; init() {} }\n@Instantiable struct B {}",
      "1:36: error: the root 'App' declares 'init()'"
    ),
    (
      "@Instantiable(isRoot: true) struct App { @Instantiated let b: B }\n@Instantiable struct B { private init() {} }",
      "2:34: error: 'B' is created by generated code in another file"
    ),
    (
      """
      @globalActor actor DataActor { static let shared = DataActor() }
      @Instantiable(isRoot: true) @MainActor struct App { @Instantiated let b: B }
      @Instantiable @DataActor struct B {}
      """,
      "2:71: error: 'b' of 'App' must be created on @DataActor"
    ),
  ])
  func `a graph for which no code can be generated is not valid`(source: String, error: String)
    throws
  {
    try folder.write(source, to: "App.swift")

    let outcome = run("check", "@/App.swift")

    #expect(outcome.code == 1)
    #expect(outcome.output == "")
    #expect(outcome.error.hasPrefix("@/App.swift:\(error)"))
  }

  // MARK: - Invalid command lines

  @Test func `the help option prints the help and exits with code 0`() {
    #expect(run("--help") == Outcome(code: 0, output: Invocation.help, error: ""))
    #expect(run("check", "-h").output == Invocation.help)
  }

  @Test(
    arguments: [
      (["chekc"], "there is no command 'chekc'; did you mean 'check'?"),
      (
        ["draw"],
        "there is no command 'draw'; use one of 'check', 'why', 'dot', 'json', 'svg', 'double', 'migrate'"
      ),
      (["migrat"], "there is no command 'migrat'; did you mean 'migrate'?"),
      (["why"], "'why' requires the name of a type, as in 'dependence why UserService'"),
      (["check", "--modul", "X"], "there is no option '--modul'; did you mean '--module'?"),
      (["check", "-x"], "there is no option '-x'; '--help' lists all options"),
      (["check", "--module"], "'--module' requires a value"),
      (["check", "--module", ""], "'--module' requires a value"),
      (
        ["check", "--color", "red"], "'--color' must be 'always', 'never' or 'auto', and not 'red'"
      ),
      (["check", ""], "a path is empty; remove it, or write '.' for the current folder"),
    ] as [([String], String)]
  )
  func `an invalid command line exits with code 2`(arguments: [String], message: String) {
    let written = Mutex("")
    let terminal = Terminal(
      output: { text in written.withLock { $0 += "out: \(text)" } },
      error: { text in written.withLock { $0 += text } }
    )

    #expect(Command.run(arguments, on: terminal) == 2)
    #expect(written.withLock { $0 }.hasPrefix("error: \(message)\n"))
  }

  // MARK: - Invalid input

  @Test func `a file with a syntax error is reported as one finding`() throws {
    try folder.write("@Instantiable struct A { @Received let : }", to: "A.swift")

    let outcome = run("svg", "@/A.swift")

    #expect(outcome.code == 1)
    #expect(outcome.output == "")
    #expect(
      outcome.error == "@/A.swift:1:40: error: this does not parse: expected pattern in variable\n"
    )
  }

  @Test func `a missing file is reported as one finding`() {
    let outcome = run("json", "@/None.swift")

    let message = "there is no such file or folder; check the path"
    #expect(outcome == Outcome(code: 1, output: "", error: "@/None.swift: error: \(message)\n"))
  }

  @Test(.enabled(if: getuid() != 0, "the superuser may read everything"))
  func `a folder that cannot be read is reported as one finding`() throws {
    try folder.write("@Instantiable struct A {}", to: "Closed/A.swift")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0],
      ofItemAtPath: "\(folder.path)/Closed"
    )

    let outcome = run("check", "@/Closed")

    #expect(outcome.code == 1)
    #expect(
      outcome.error == "@/Closed: error: this folder cannot be read; check its permissions\n"
    )
  }

  @Test func `a file that is not valid UTF-8 is reported as one finding`() throws {
    let bytes = Data("@Instantiable struct A {}\n".utf8) + [0xFF]
    try bytes.write(to: URL(filePath: "\(folder.path)/A.swift"))

    #expect(
      run("check", "@/A.swift").error
        == "@/A.swift:2:1: error: this is not UTF-8; save the file in that encoding\n"
    )
  }

  @Test func `a symbolic link to itself is reported as one finding`() throws {
    try folder.write("@Instantiable struct A {}", to: "Sources/A.swift")
    let link = "\(folder.path)/Sources/Loop"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "Loop")

    #expect(
      run("check", "@/Sources")
        == Outcome(
          code: 1,
          output: "",
          error: "@/Sources/Loop: error: this link points to itself; remove it\n"
        )
    )
  }

  @Test func `a symbolic link to a parent folder is reported as one finding`() throws {
    try folder.write("@Instantiable struct A {}", to: "Sources/Deep/A.swift")
    let link = "\(folder.path)/Sources/Deep/Up"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "..")

    let outcome = run("check", "@/Sources")

    #expect(outcome.code == 1)
    #expect(
      outcome.error
        == "@/Sources/Deep/Up: error: this link points to a folder that contains it; remove it\n"
    )
  }

  @Test func `type names and paths may contain any Unicode characters`() throws {
    try folder.write(
      """
      @Instantiable(isRoot: true) struct Größe_名前👩‍👩‍👧 { @Instantiated let a: `a <b>&" c` }
      @Instantiable struct `a <b>&" c` {}
      """,
      to: "Größe.swift"
    )

    #expect(run("check", "@/Größe.swift").code == 0)
    let dot = run("dot", "@/Größe.swift").output
    #expect(dot.contains(#"n1 [label="`a <b>&\" c`""#))
    let svg = run("svg", "@/Größe.swift").output
    #expect(svg.contains("`a &lt;b&gt;&amp;&quot; c`"))
    #expect(XMLDocumentCheck.isWellFormed(svg))
    let json = run("json", "@/Größe.swift").output
    #expect(throws: Never.self) {
      try JSONDecoder().decode(GraphDocument.self, from: Data(json.utf8))
    }
  }

  @Test func `control characters in a type name are escaped in the error message`() throws {
    try folder.write("@Instantiable struct A {}", to: "A.swift")

    let outcome = run("why", "\u{1B}[2J\nB", "@/A.swift")

    #expect(outcome.code == 1)
    #expect(
      outcome.error
        == #"error: no @Instantiable type is named '\u{1B}[2J\nB'; check its spelling\#n"#
    )
  }

  @Test func `checking sources without an @Instantiable type exits with code 1`() throws {
    try folder.write("struct A {}", to: "A.swift")
    try folder.write("", to: "Empty/readme.txt")

    let none = run("check", "@/A.swift")
    let empty = run("check", "@/Empty")

    #expect(none.code == 1)
    #expect(none.error.hasPrefix("error: no type is @Instantiable in the file that was read"))
    #expect(empty.code == 1)
    #expect(empty.error == "error: there is no Swift file to read; check the paths\n")
  }

  // MARK: - Color

  @Test(
    arguments: [
      ([:], true, true), ([:], false, false), (["NO_COLOR": ""], true, true),
      (["NO_COLOR": "0"], true, false), (["TERM": "dumb"], true, false),
      (["TERM": "xterm"], true, true), (["TERM": "xterm"], false, false),
    ] as [([String: String], Bool, Bool)]
  )
  func `errors are colored on a terminal unless the environment disables color`(
    environment: [String: String],
    isInteractive: Bool,
    isColored: Bool
  ) {
    let terminal = Terminal(
      output: { _ in },
      error: { _ in },
      isInteractive: isInteractive,
      environment: environment
    )

    #expect(terminal.prefersColor == isColored)
  }

  // MARK: - Progress

  @Test(arguments: [true, false])
  func `a slow scan reports its progress only on an interactive terminal`(
    isInteractive: Bool
  ) throws {
    try writeShop()
    let now = Mutex(ContinuousClock.now)
    let written = Mutex("")
    let terminal = Terminal(
      output: { _ in },
      error: { text in written.withLock { $0 += text } },
      isInteractive: isInteractive,
      now: {
        now.withLock {
          $0 = $0.advanced(by: .seconds(1))
          return $0
        }
      }
    )

    let code = Command.run(["check", "\(folder.path)/Sources"], on: terminal)

    let lines = (1...2).map { "\r\u{1B}[Kscanning: \($0) of 2 files" }.joined()
    #expect(code == 0)
    #expect(written.withLock { $0 } == (isInteractive ? "\(lines)\r\u{1B}[K" : ""))
  }

  @Test func `the progress line is updated at intervals and is cleared at the end`() {
    let now = Mutex(ContinuousClock.now)
    let written = Mutex<[String]>([])
    let line = ProgressLine(
      on: Terminal(
        output: { _ in },
        error: { text in written.withLock { $0.append(text) } },
        isInteractive: true,
        now: { now.withLock { $0 } }
      )
    )

    line.advance(of: 9)
    now.withLock { $0 = $0.advanced(by: .milliseconds(300)) }
    line.advance(of: 9)
    line.advance(of: 9)
    now.withLock { $0 = $0.advanced(by: .milliseconds(100)) }
    line.advance(of: 9)
    line.clear()
    line.clear()

    #expect(
      written.withLock { $0 } == [
        "\r\u{1B}[Kscanning: 2 of 9 files", "\r\u{1B}[Kscanning: 4 of 9 files", "\r\u{1B}[K",
      ]
    )
  }
}
