import DependenceMigration
import Testing

struct SwiftDependenciesNameTests {
  @Test(arguments: ["DateGenerator", "UUIDGenerator"])
  func `a generator type imports DependenceFoundation`(name: String) {
    #expect(
      migrated("import Dependencies\nfunc f(_ g: \(name)) {}\n").text
        == "import Dependence\nimport DependenceFoundation\nfunc f(_ g: \(name)) {}\n"
    )
  }

  @Test(arguments: ["settings.isTesting", "ids.UUID(1)", "UUID(uuidString: text)", "UUID()"])
  func `a member or initializer that only shares a library name is kept`(code: String) {
    #expect(
      migrated("import Dependencies\nlet a = \(code)\n").text
        == "import Dependence\nlet a = \(code)\n"
    )
  }

  @Test(arguments: [
    "withErrorReporting { [weak model] in try f(model) }",
    "withErrorReporting(words) { try f() }",
    "withErrorReporting { if a { return }; try f() }",
    "withErrorReporting(\"\"\"\n    words\n    \"\"\") { try f() }",
    "withErrorReporting(#\"words\"#) { try f() }",
    "withErrorReporting(\"words \\(a)\") { try f() }",
    "withErrorReporting(\"words\", to: b) { try f() }",
  ])
  func `withErrorReporting that cannot become a do-catch is kept and reported`(code: String) {
    let (text, rows) = migrated("import Dependencies\nfunc g() {\n  \(code)\n  h()\n}\n")

    #expect(text.contains("  \(code)\n"))
    #expect(rows.map(\.why) == ["'withErrorReporting' has no equivalent"])
  }

  @Test func `a void placeholder is removed and the name of the endpoint is kept`() {
    let (text, rows) = migrated(
      "import Dependencies\nstruct C {\n  var f: () -> Void = unimplemented(\"f\", placeholder: ())\n}\n"
    )

    #expect(
      text == "import Dependence\nstruct C {\n  var f: () -> Void = { unimplemented(\"f\") }\n}\n"
    )
    #expect(rows.isEmpty)
  }
}
