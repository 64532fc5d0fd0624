import DependenceMigration
import SwiftParser
import SwiftSyntax
import TestEffort
import Testing

/// Tests with random Swift source, which contains all forms of literals and names from the replaced
/// library.
struct RandomSourceTests {
  private static let pieces = [
    "let a0 = LockIsolated(0)", "struct S0 { @Dependency(\\.date) var d }",
    "let b0 = Dependency(\\.mainQueue)",
    "func f0() { reportIssue(error) }",
    "func g0() { if isTesting { withEscapedDependencies { $0.yield {} } } }",
    "let c0 = C0(a: unimplemented(\"a\"), b: unimplemented(\"b\", placeholder: ()))",
    "struct C0 { var a: (Int) throws -> Int; var b: () -> Void }", "let u0 = UUID(0)",
    "final class M0 { func f() { withDependencies(from: self) { g() } } }",
    "let s0 = \"\"\"\n  \\(Dependency(\\.openURL)) isTesting\n  \"\"\"",
    "@DependencyClient struct D0 { var a: () -> Void }",
    "extension D0: TestDependencyKey { static let testValue = Self() }",
  ]
  /// Text that occurs only in lines that a migration may change.
  private static let names = [
    "import Dependencies", "import Clocks", "LockIsolated", "@Dependency", "reportIssue",
    "isTesting", "unimplemented(",
    "withDependencies(from:", "withDependencies(from: self", "Self()", "final class M0",
  ]

  @Test(arguments: 0..<UInt64(Effort.times(40, thorough: 400, nightly: 4_000)))
  func `a migration changes only lines that use the library and its output parses`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var generator = SourceGenerator(seed: seed)
    let generated = generator.file()
    let newline = generated.contains("\r\n") ? "\r\n" : "\n"
    var parts = ["import Dependencies", "import Clocks", generated]
    for piece in Self.pieces.shuffled(using: &random).prefix(5) {
      parts.insert(piece, at: Int.random(in: 0...parts.count, using: &random))
    }
    let before = parts.joined(separator: newline)
    guard !Parser.parse(source: before).hasError else { return }

    let (after, rows) = migrated(before)

    #expect(!Parser.parse(source: after).hasError)
    #expect(!rows.contains { $0.why.contains("would not parse") })
    #expect(migrated(after).text == after)
    #expect(migrated(generated).text == generated)
    let kept = lines(before).filter { line in !Self.names.contains { line.contains($0) } }
    #expect(lines(after).filter { kept.contains($0) } == kept)
    for line in lines(after).difference(from: lines(before)).insertions.map(\.line) {
      #expect(
        [
          "Depend", "ConcurrencyExtras", "MIGRATE", "reportIssue", "unimplemented", "Scope",
          "wrappedValue",
        ].contains {
          line.contains($0)
        }
      )
    }
  }

  private static let containerPieces: [MigrationOrigin: [String]] = [
    .factory: [
      "import FactoryKit",
      "extension Container { var a0: Factory<A0> { self { A0() }.singleton } }",
      "extension Container {\n  @MainActor\n  var b0: Factory<B0> { self { B0(\"}\") } } // }\n}",
      "final class C0 { @Injected(\\.a0) var a\n  @LazyInjected(\\.b0) private var b /* { */ }",
      "func d0() { Container.shared.a0.register { A0() }; e()\n  Container.shared.reset() }",
      "func e0() { e(\"\"\"\n  \\(Container.shared.c0(1))\n  \"\"\") }",
      "final class F0: SharedContainer { static let shared = F0()\n  var f: ParameterFactory<Int, F0> { self { F0($0) } } }",
    ],
    .swinject: [
      "import Swinject",
      "struct A0: Assembly { func assemble(container: Container) { container.register(B0.self) { r in B0(\"}\", r.resolve(C0.self)!) } } }",
      "func b0(_ c: Container) {\n  // }\n  c.register(C0.self) { (r, id: Int) in C0(id) } }",
      "func d0() { b0(c)\n  c.register(D0.self) { _ in D0() /* } */ }.inObjectScope(.weak)\n}",
      "let e0 = r.resolve(C0.self, argument: 1)", "let f0 = r ~> D0.self",
      "final class G0 { init(r: Resolver) { x = \"\\(r.resolve(B0.self)!)\" } }",
    ],
  ]

  @Test(
    arguments: [MigrationOrigin.factory, .swinject],
    0..<UInt64(Effort.times(30, thorough: 300, nightly: 3_000))
  )
  func `a migration of containers keeps other code byte for byte`(
    origin: MigrationOrigin,
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var generator = SourceGenerator(seed: seed)
    let generated = generator.file()
    let newline = generated.contains("\r\n") ? "\r\n" : "\n"
    let pieces = try #require(Self.containerPieces[origin])
    var parts = [pieces[0], generated]
    for piece in pieces.dropFirst().shuffled(using: &random).prefix(4) {
      let place = Int.random(in: 0...parts.count, using: &random)
      parts.insert(piece.replacing("\n", with: newline), at: place)
    }
    let before = parts.joined(separator: newline)
    guard !Parser.parse(source: before).hasError else { return }
    let path = "Tests/AppTests/File.swift"

    let (after, rows) = migrated(before, from: origin, at: path)

    #expect(!Parser.parse(source: after).hasError)
    #expect(!rows.contains { $0.why.contains("would not parse") })
    #expect(after != before)
    #expect(after.contains(generated))
    #expect(migrated(after, from: origin, at: path).text == after)
  }

  @Test(arguments: 0..<UInt64(Effort.times(20, thorough: 200, nightly: 2_000)))
  func `the diff of a migration produces the migrated file`(seed: UInt64) throws {
    var generator = SourceGenerator(seed: seed)
    let before = ("import Dependencies\n" + generator.file()).replacing("\r\n", with: "\n")
    guard !Parser.parse(source: before).hasError else { return }
    let migration = Migration(of: [("A.swift", before)], from: .swiftDependencies)
    let file = try #require(migration.files.first)

    #expect(patched(before, with: file.diff) == file.after)
  }

  private func lines(_ text: String) -> [String] {
    text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init
    )
  }

  /// Applies a unified diff, or returns `nil` if a context line or removed line does not match.
  private func patched(_ text: String, with diff: String) -> String? {
    var old = lines(text)[...]
    var new: [String] = []
    var taken = 0
    for row in lines(diff).dropFirst(2).dropLast() {
      if row.hasPrefix("@@") {
        let start = Int(row.dropFirst(4).prefix { $0.isNumber }) ?? 0
        let count = Int(row.drop { $0 != "," }.dropFirst().prefix { $0.isNumber }) ?? 0
        let index = count == 0 ? start : start - 1
        new += old.prefix(index - taken)
        old = old.dropFirst(index - taken)
        taken = index
      } else if row.hasPrefix("+") {
        new.append(String(row.dropFirst()))
      } else if !row.hasPrefix("\\") {
        guard old.popFirst() == String(row.dropFirst()) else { return nil }
        taken += 1
        if row.hasPrefix(" ") { new.append(String(row.dropFirst())) }
      }
    }
    return (new + old).joined(separator: "\n")
  }
}

extension CollectionDifference where ChangeElement == String {
  fileprivate var insertions: [(offset: Int, line: String)] {
    self.compactMap { change in
      if case .insert(let offset, let line, _) = change { (offset, line) } else { nil }
    }
  }
}
