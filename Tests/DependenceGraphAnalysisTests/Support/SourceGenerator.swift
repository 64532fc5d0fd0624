/// A generator of Swift source with graph declarations. The bodies of its functions contain all
/// forms of literals.
struct SourceGenerator {
  private var random: SeededGenerator
  private var count = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func file() -> String {
    var lines = [
      "import Foundation", "#if os(Linux)", "public import struct Vault.Store", "#endif",
    ]
    for _ in 0..<Int.random(in: 2...5, using: &random) {
      lines += declaration(depth: 0)
      lines.append(trivia())
    }
    lines += type(depth: 0)
    return lines.joined(separator: Bool.random(using: &random) ? "\n" : "\r\n")
  }

  private mutating func name(_ prefix: String) -> String {
    count += 1
    return prefix + ["", "é", "名", "_"].randomElement(using: &random)! + "\(count)"
  }

  private mutating func trivia() -> String {
    [
      "", "// { \" it's", "/* { /* } */ \" */", "/// } `\"`", "let global = 1 / 2",
      "let text = \"{\\(1 + 2)\"", "let closure = { (inBody: Int) in \"}\" }",
      "import class Foundation.Thread",
      "precedencegroup P\(count) { higherThan: AdditionPrecedence }",
    ].randomElement(using: &random)!
  }

  private mutating func declaration(depth: Int) -> [String] {
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      return ["extension DependencyValues {", "  var \(name("v")): Int {"]
        + [
          "    get { self[\(name("Key")).self] }", "    set { self[A.self] = newValue }", "  }",
          "}",
        ]
    case 1:
      return ["protocol \(name("P")): AnyObject {", "  var a: Int { get async throws }"]
        + ["  func f(_ class: Int, protocol: @escaping () -> Void) async -> Int", "}"]
    case 2:
      return ["public func \(name("f"))(class: Int = 1) -> Int {"] + body() + ["}"]
    case 3:
      return ["enum \(name("K")): TestDependencyKey {", "  static let testValue: Int = {"]
        + body() + ["  }()", "}"]
    default:
      return type(depth: depth)
    }
  }

  private mutating func type(depth: Int) -> [String] {
    let kind = ["struct", "final class", "actor", "enum"].randomElement(using: &random)!
    let marker = Int.random(in: 0..<4, using: &random) == 0 && depth > 0 ? "" : "@Instantiable "
    var lines = [
      "\(marker)public \(kind) \(name("T"))<Value>: Instantiable where Value: Equatable {"
    ]
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      lines += member(isMarked: marker != "", depth)
    }
    return lines + ["}"]
  }

  private mutating func member(isMarked: Bool, _ depth: Int) -> [String] {
    switch Int.random(in: 0..<12, using: &random) {
    case 0 where isMarked: return ["@Received private let \(name("r")): Map<String, [Value?]>"]
    case 1 where isMarked:
      return ["@Instantiated(fulfilledByType: \"B\") let \(name("i")): any B // }"]
    case 2: return ["func \(name("f"))() async throws -> Int {"] + body() + ["}"]
    case 3:
      return ["var \(name("c")): Int {", "get {"] + body() + ["}", "set {"] + body() + ["}", "}"]
    case 4: return ["var \(name("d")): Int = 1 {", "didSet {"] + body() + ["}", "}"]
    case 5: return ["init(class: Int = { 2 }(), _ protocol: String = \"{\") {"] + body() + ["}"]
    case 6: return ["let \(name("l")) = { (a: Int) in"] + body() + ["}"]
    case 7:
      return ["subscript(actor: Int) -> Int {"] + body() + ["}", "static var actor: Int { 1 }"]
    case 8 where depth < 3: return type(depth: depth + 1)
    case 9: return ["@Dependency(\\.\(name("k"))) var \(name("d"))", "class func f() { inBody() }"]
    case 10:
      return ["func \(name("f"))() {", "  let value = DependencyValues.current[K.self]", "}"]
    default: return ["#if DEBUG", "let \(name("p")) = \"\\({ \"}\" }())\"", "#else", "#endif"]
    }
  }

  private static let statements = [
    "inBody()", "let a = \"}\"", "let b = \"\\(f(\"}\") + \"{\")\"", "let c = #\"}\"\\{\"#",
    "let d = #\"\\#(g { \"}\" })\"#", "if a { } else if b { inBody() }", "// inBody }",
    "/* inBody /* } */ { */", "let g = a / b",
    "let h = (a)/b", "switch a { case .b: inBody() default: break }",
    "list.map { $0 }.filter { !$0 }",
    "struct Local { func f() { inBody() } }", "let `class` = 1",
    "let j = #\"\"\"#", "let k = [1: { 2 }]", "while true { break }", "let l = \"👩‍👩‍👧 }\"",
    "let m = \"\\(\"\\(\"}\")\")\"", "return a! / b", "guard let a else { return }",
    "let n = try? f()",
    "let o = a?.b /* } */", "let p = \\Self.b", "#if DEBUG", "defer { inBody() }",
  ]

  private mutating func body() -> [String] {
    var lines: [String] = []
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      let statement = Self.statements.randomElement(using: &random)!
      lines.append(statement)
      if statement == "#if DEBUG" { lines += ["inBody(\"{\")", "#endif"] }
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      lines += ["let q = \"\"\"", "} \" \"\" \\({ \"}\" }())", "\"\"\""]
    }
    return lines
  }
}
