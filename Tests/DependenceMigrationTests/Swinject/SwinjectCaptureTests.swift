import DependenceMigration
import Testing

/// Tests of registered closures that use `self`. The closure of a module is `@Sendable`.
struct SwinjectCaptureTests {
  private func migrate(_ type: String) -> (text: String, rows: [MigrationRow]) {
    migrated("import Swinject\n\(type)\n", from: .swinject)
  }

  private static let assemble =
    "  func assemble(container: Container) { container.register(B.self) { _ in B(self.base) }"
    + ".inObjectScope(.container) }\n"
  private static let modules =
    "  var modules: Dependencies { Dependencies { Module { B(self.base) as B } } }\n"

  @Test(arguments: [
    (
      "final class A: Assembly {\n  let base: String",
      "final class A: Sendable {\n  let base: String"
    ),
    (
      "final class A: Assembly, P {\n  let base = \"a\"\n  var url: String { base }",
      "final class A: Sendable, P {\n  let base = \"a\"\n  var url: String { base }"
    ),
    (
      "final class A: P, Assembly {\n  let base: URL?",
      "final class A: P, Sendable {\n  let base: URL?"
    ),
    (
      "public struct A: Assembly {\n  let base: Int", "public struct A: Sendable {\n  let base: Int"
    ),
    ("struct A: Assembly {\n  let base: Int", "struct A {\n  let base: Int"),
    (
      "final class A: Assembly, Sendable {\n  let base: C",
      "final class A: Sendable {\n  let base: C"
    ),
  ])
  func `an assembly whose constants a closure uses becomes Sendable`(
    before: String,
    after: String
  ) {
    let (text, rows) = migrate("\(before)\n\(Self.assemble)}")

    #expect(text == "import DependenceModules\n\(after)\n\(Self.modules)}\n")
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    "class A: Assembly {\n  let base: String", "final class A: Assembly {\n  var base: String",
    "final class A: Assembly {\n  let base: Settings",
    "class S {}\nfinal class A: S, Assembly {\n  let base: String",
    "public struct A: Assembly {\n  let base: Settings",
    "final class A {\n  let base: String\n}\nextension A: Assembly {",
  ])
  func `a closure that uses self of another type is reported`(type: String) {
    let (text, rows) = migrate("\(type)\n\(Self.assemble)}")

    #expect(text.contains("Module { B(self.base) as B }"))
    #expect(!text.contains("Sendable {"))
    #expect(
      rows.map(\.why) == [
        "the closure of a module is '@Sendable', but it uses 'self', and 'A' is not 'Sendable'"
      ]
    )
  }

  @Test func `a method that registers services and is not part of an assembly is reported`() {
    let (_, rows) = migrate(
      "final class A {\n  let base: String\n"
        + "  func fill(_ c: Container) { c.register(B.self) { _ in B(self.base) }.inObjectScope(.container) }\n}"
    )

    #expect(
      rows.map(\.why).contains(
        "the closure of a module is '@Sendable', but it uses 'self', and 'A' is not 'Sendable'"
      )
    )
  }

  @Test func `an assembly whose closures do not use self loses its conformance`() {
    let (text, rows) = migrate(
      "final class A: Assembly {\n  let base = 1\n  func assemble(container: Container) {"
        + " container.register(B.self) { _ in B(base: 1) }.inObjectScope(.container) }\n}"
    )

    #expect(text.contains("final class A {\n"))
    #expect(rows.isEmpty)
  }
}
