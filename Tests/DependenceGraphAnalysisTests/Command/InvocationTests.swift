import Testing

@testable import DependenceGraphAnalysis

struct InvocationTests {
  /// Parses a command line, and describes the options whose values differ from the defaults.
  private func text(_ line: String) throws -> String {
    let invocation = try Invocation(line.split(separator: " ").map(String.init))
    let color = invocation.isColored.map { "colored \($0)" }
    let conditions = invocation.conditions.sorted().joined(separator: ",")
    return
      ([
        invocation.verb.rawValue, invocation.typeName, conditions == "DEBUG" ? nil : conditions,
        invocation.cache.map { "cache \($0)" }, invocation.output.map { "output \($0)" },
        invocation.isPartial ? "partial" : nil, invocation.shownModule.map { "shows \($0)" },
        invocation.shownType.map { "around \($0)" },
        invocation.depth == 2 ? nil : "depth \(invocation.depth)", color,
      ] as [String?]).compactMap(\.self).joined(separator: "; ")
      + invocation.paths.map { " \($0.path):\($0.module ?? "")" }.joined()
  }

  @Test(arguments: [
    ("", "check"), ("check", "check"), ("check a b", "check a: b:"), ("why A a", "why; A a:"),
    ("double A.B", "double; A.B"), ("check --define X -D Y", "check; DEBUG,X,Y"),
    ("check --release", "check; "), ("check --release -D X a", "check; X a:"),
    ("json --cache c --output o", "json; cache c; output o"), ("dot -o -", "dot; output -"),
    ("check --partial", "check; partial"), ("check --color always", "check; colored true"),
    ("check --color never", "check; colored false"), ("check --color auto", "check"),
    ("check --color always --color auto", "check"), ("check -", "check -:"),
    ("check -- --partial -x", "check --partial: -x:"), ("why -- -A", "why; -A"),
    ("check --module A a b --module B c d", "check a:A b:A c:B d:B"),
    ("check a --module A", "check a:"), ("svg a --module A", "svg; shows A a:"),
    ("svg --module A --module B b", "svg; shows A b:B"),
    ("svg --module A a --module B", "svg; shows B a:A"), ("svg --module A a", "svg a:A"),
    ("dot --module A --module B --module C", "dot; shows A"),
    ("dot --around A --depth 0", "dot; around A; depth 0"), ("svg --depth 3", "svg; depth 3"),
    ("json --module A --module B a", "json a:B"), ("--partial", "check; partial"),
    ("--release a", "check;  a:"),
  ])
  func `a command line is parsed into options and paths`(line: String, text: String) throws {
    #expect(try self.text(line) == text)
  }

  @Test(arguments: [
    ("svg --depth -1", "'--depth' requires a number that is not negative, and not '-1'"),
    ("svg --depth x", "'--depth' requires a number that is not negative, and not 'x'"),
    ("svg --depth", "'--depth' requires a value"),
    ("check --around A", "'--around' can only be used with 'svg' and 'dot'"),
    ("why A --around B", "'--around' can only be used with 'svg' and 'dot'"),
    ("check --depth 3", "'--depth' can only be used with 'svg' and 'dot'"),
    (
      "check --define X=1",
      "'--define' requires the name of a condition, which has no value, and not 'X=1'"
    ),
    ("--module-depends X", "'--module-depends' must follow the '--module' to which it applies"),
    ("--module-kind test", "'--module-kind' must follow the '--module' to which it applies"),
    (
      "--module A --module-kind tests",
      "'--module-kind' must be 'executable', 'library' or 'test', and not 'tests'"
    ),
    ("--module-define X", "'--module-define' must follow the '--module' to which it applies"),
    ("--manifest X", "'--manifest' must follow the '--module' to which it applies"),
    ("double", "'double' requires the name of a type, as in 'dependence double UserService'"),
    (
      "why --define SWIFT_PACKAGE --module A /a/Sources/A/A.swift",
      "'why' requires the name of a type, as in 'dependence why UserService'"
    ),
    (
      "double A.swift a",
      "'double' requires the name of a type, as in 'dependence double UserService'"
    ),
    ("why .", "'why' requires the name of a type, as in 'dependence why UserService'"),
    ("check --partal", "there is no option '--partal'; did you mean '--partial'?"),
    ("check --hel", "there is no option '--hel'; did you mean '--help'?"),
    ("check --dept", "there is no option '--dept'; did you mean '--depth'?"),
  ])
  func `an invalid command line is rejected with a message`(line: String, message: String) {
    let error = #expect(throws: Invocation.UsageError.self) { try text(line) }

    #expect(error?.text == message)
  }

  @Test func `the module and around options select the part of the graph to draw`() throws {
    let analysis = Analysis(
      of: [
        "App/A.swift": "@Instantiable struct A {}\n@Instantiable struct B {}",
        "Core/B.swift": "@Instantiable struct C {}",
      ]
    )
    func part(_ arguments: String...) throws -> GraphPicture.Part? {
      try Invocation(["svg"] + arguments).part(of: analysis)
    }

    #expect(try part() == nil)
    #expect(try part("--module", "Core") == .module("Core"))
    #expect(try part("--around", "B") == .around([1], depth: 2))
    #expect(try part("--around", "C", "--depth", "1", "--module", "App") == .around([2], depth: 1))
    let error = #expect(throws: UnknownName.self) { try part("--module", "Cor") }
    #expect(
      error?.message == "no module with an @Instantiable type is named 'Cor'; did you mean 'Core'?"
    )
    #expect(throws: UnknownName.self) { try part("--around", "D") }
  }
}
