import Testing

@testable import DependenceGraphAnalysis

/// Tests of the doubles of protocols that inherit from other protocols, and of the choice of
/// protocols for which a double can be generated.
struct DoubleWritingTests {
  private func source(_ name: String, of text: String) throws -> [String] {
    try Doubles(Analysis(of: text)).source(named: name).split(separator: "\n").map(String.init)
  }

  @Test func `a member that several protocols require is generated once`() throws {
    let lines = try source(
      "Low",
      of: """
        protocol Top { func a(); func b() }
        protocol Left: Top { func c() }
        protocol Right: Top { func a(); func d() }
        protocol Low: Left, Right, Sendable, AnyObject { func e() }
        """
    )

    let functions = lines.filter { $0.contains("func ") }
    #expect(
      functions.map { $0.split(separator: " ")[1] } == ["e()", "c()", "a()", "b()", "d()"]
    )
  }

  @Test func `a protocol that inherits from an actor protocol has an actor as its double`() throws {
    let lines = try source(
      "Api",
      of: "protocol Worker: Actor {}\nprotocol Api: Worker {}"
    )
    let other = try source("Api", of: "protocol Actor {}\nprotocol Api: Actor {}")

    #expect(lines.contains("actor UnimplementedApi: Api {"))
    #expect(other.contains("final class UnimplementedApi: Api {"))
  }

  @Test func `a protocol that requires a superclass has no double`() {
    for protocolDeclaration in ["protocol Api where Self: Base {}", "protocol Api: Base {}"] {
      #expect(throws: UnknownName.self) {
        try source("Api", of: "class Base {}\n\(protocolDeclaration)")
      }
    }
  }

  @Test func `an implicitly unwrapped optional keeps its exclamation mark`() throws {
    let lines = try source(
      "Api",
      of: "protocol P {}\nprotocol Api { func opt(_ p: P!) -> Int!; var value: String! { get } }"
    )

    #expect(lines.contains("  func opt(_ p: (any P)!) -> (Int)! {"))
    #expect(lines.contains("  var value: (String)! {"))
  }

  /// Each argument contains a requirement of a protocol, a requirement of a protocol that inherits
  /// from it, and the members that implement both. The list is empty if no member can implement
  /// both requirements.
  @Test(arguments: [
    ("func a(_ b: Int)", "func a(_ c: Int)", ["func a(_ c: Int)"]),
    ("func a() throws", "func a()", ["func a()"]), ("func a()", "func a() throws", ["func a()"]),
    ("func a() async throws", "func a() throws", ["func a() throws"]),
    ("func a() throws", "func a() throws(E)", ["func a() throws(E)"]),
    ("func a() async", "func a() throws", []), ("func a() throws(E)", "func a() throws(F)", []),
    ("@discardableResult func a() -> [Int]", "func a() -> Array<Int>", ["func a() -> [Int]"]),
    ("func a(b: Int)", "func a(c: Int)", ["func a(c: Int)", "func a(b: Int)"]),
    ("func a(_ b: Int)", "func a(_ b: Bool)", ["func a(_ b: Bool)", "func a(_ b: Int)"]),
    ("func a() -> Int", "func a() -> Bool", ["func a() -> Bool", "func a() -> Int"]),
    ("func a<T: P>(_ b: T)", "func a<T>(_ b: T)", ["func a<T>(_ b: T)", "func a<T: P>(_ b: T)"]),
    ("var a: Int { get set }", "var a: Int { get }", ["var a: Int", "get", "set"]),
    ("var a: Int { get async }", "var a: Int { get }", ["var a: Int", "get"]),
    ("var a: Int { get async }", "var a: Int { get throws }", []),
    ("var a: Int? { get }", "var a: Int { get }", []),
  ])
  func `a requirement that is declared again is implemented once`(
    inherited: String,
    own: String,
    members: [String]
  ) throws {
    let text =
      "protocol P {}\nprotocol Base { \(inherited) }\nprotocol Low: Base { \(own) }"

    let lines = try? source("Low", of: text)

    let heads = lines?.compactMap { $0.firstMatch(of: /^ +((func|var|get|set).*) {/) }
      .map { String($0.1) }
    #expect((heads ?? []) == members)
  }

  @Test func `a requirement that two other protocols declare again is implemented once`() throws {
    let lines = try source(
      "Low",
      of: """
        protocol Left { func a() async }
        protocol Right { func a() throws }
        protocol Low: Left, Right { func a() }
        """
    )

    #expect(lines.filter { $0.contains("func ") } == ["  func a() {"])
  }

  @Test(.timeLimit(.minutes(5)))
  func `generating a double of protocols that inherit from each other terminates`() throws {
    let lines = try source("A", of: "protocol A: B { func a() }\nprotocol B: A { func b() }")

    #expect(lines.count { $0.contains("func ") } == 2)
  }

  @Test(arguments: [
    ("protocol", "final class"), ("package protocol", "package final class"),
    ("public protocol", "public final class"), ("fileprivate protocol", "final class"),
  ])
  func `a double has the access level of its protocol`(modifier: String, head: String) throws {
    let lines = try source("A", of: "\(modifier) A { func a() }")

    #expect(lines.contains { $0.hasPrefix("\(head) UnimplementedA: ") })
    #expect(lines.contains("  \(head.dropLast(11))nonisolated init() {}"))
  }

  @Test func `a double has the imports of its protocol's file and no others`() throws {
    let analysis = Analysis(
      of: [
        "A/A.swift": "import Foundation\nprotocol A { func a() }",
        "A/B.swift": "import Observation\nprotocol B { func b() }",
      ]
    )

    let source = try Doubles(analysis).source(named: "B")

    #expect(source.hasPrefix("import Dependence\nimport Observation\n\n"))
  }

  @Test(arguments: [("Log", "a"), ("App.Log", "a"), ("Net.Log", "n"), ("Feature.Log", "f")])
  func `a protocol is found by its name with or without its module`(
    name: String,
    member: String
  ) throws {
    let analysis = Analysis(
      of: [
        "Net/Log.swift": "protocol Log { func n() }",
        "App/Log.swift": "protocol Log { func a() }\nenum Feature { protocol Log { func f() } }",
      ]
    )

    let source = try Doubles(analysis).source(named: name)

    #expect(source.contains("  func \(member)() {"))
  }

  @Test(arguments: [
    ("var a: Int { get }", ["var a: Int {", "get {"]),
    ("var a: Int { get nonmutating set }", ["var a: Int {", "get {", "set {"]),
    ("var a: Int { mutating get async throws }", ["var a: Int {", "get async throws {"]),
  ])
  func `a property of a double has the accessors that its requirement declares`(
    requirement: String,
    accessors: [String]
  ) throws {
    let lines = try source("A", of: "protocol A { \(requirement) }")

    #expect(
      lines.compactMap { $0.firstMatch(of: /^ +((var|get|set).*{)/).map { String($0.1) } }
        == accessors
    )
  }

  @Test(arguments: [
    ("Sendable", true), ("AnyObject", true), ("SendableMetatype", true), ("Actor", true),
    ("Error", false), ("Elsewhere", false), ("Odd", false),
  ])
  func `a double needs a supported parent protocol`(parent: String, isWritten: Bool) {
    let text = "protocol A: \(parent) { func a() }\nprotocol Odd { init() }"

    #expect(((try? source("A", of: text)) != nil) == isWritten)
  }

  /// Each argument contains a requirement, and the placeholder that the double returns.
  @Test(arguments: [
    ("func a() -> Int?", "nil"), ("func a() -> [Int]", "[]"), ("func a() -> Set<Int>", "[]"),
    ("func a() -> [Int: Int]", "[:]"), ("func a() -> String", "\"\""),
    ("func a() -> Bool", "false"),
    ("func a() -> UInt8", "0"), ("func a() -> Double", "0"),
  ])
  func `a placeholder has the type of the result`(requirement: String, value: String) throws {
    let lines = try source("A", of: "protocol A { \(requirement) }")

    #expect(lines.contains("    unimplemented(\"A.a()\", placeholder: \(value))"))
  }

  @Test(arguments: [
    ("func a()", "unimplemented(\"A.a()\")"), ("func a() -> Void", "unimplemented(\"A.a()\")"),
    ("func a() -> Other", "trapUnimplemented(\"A.a()\")"),
    ("func a() -> App.String", "trapUnimplemented(\"A.a()\")"),
    ("func a(_ b: Int, c d: Int) throws -> Int", "throw unimplemented(\"A.a(_:c:)\")"),
    ("func a() throws(any Error)", "throw unimplemented(\"A.a()\")"),
    ("func a() throws(Never)", "unimplemented(\"A.a()\")"),
  ])
  func `a call is reported with the member's name`(requirement: String, body: String) throws {
    let lines = try source("A", of: "protocol A { \(requirement) }")

    #expect(lines.contains("    \(body)"))
  }
}
