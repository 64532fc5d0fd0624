import DependenceMigration
import Testing

struct DraftStringTests {
  @Test(arguments: ["", "text ", "text\n  "])
  func `a note about an interpolation is placed above its string literal`(text: String) {
    let code = "let a = \"\"\"\n  \(text)\\(Dependency(\\.openURL))\n  \"\"\"\n"

    let (migrated, rows) = migrated("import Dependencies\n\(code)")

    #expect(
      migrated == """
        import Dependence
        // MIGRATE: there is no dependency 'openURL'; declare a key whose live value opens a URL
        \(code)
        """
    )
    #expect(rows.map(\.line) == [3])
  }
}
