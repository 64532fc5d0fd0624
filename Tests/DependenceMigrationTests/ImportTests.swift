import DependenceMigration
import Testing

struct ImportTests {
  @Test(arguments: [
    (
      "@testable import Dependencies\nlet a = (LockIsolated(1), UUID(0))\n",
      "@testable import Dependence\nimport DependenceFoundation\nimport DependenceTesting\n"
        + "let a = (LockBox(1), UUID(0))\n"
    ),
    (
      "import DependenciesMacros\nimport Dependencies\nlet a = UUID(0)\n",
      "import DependenceMacros\nimport Dependence\nimport DependenceFoundation\nlet a = UUID(0)\n"
    ),
    (
      "#if canImport(ConcurrencyExtras)\n  import ConcurrencyExtras\n#endif\n",
      "#if canImport(ConcurrencyExtras)\n#endif\n"
    ),
    (
      "#if canImport(UIKit) && canImport(Clocks)\nimport Clocks\n#endif\nlet a = canImport(Clocks)\n",
      "#if canImport(UIKit) && canImport(Dependence)\nimport Dependence\n#endif\n"
        + "let a = canImport(Clocks)\n"
    ),
    (
      "import Foundation\r\n\timport Clocks\r\n\timport Dependencies\r\nstruct S {\r\n"
        + "\tlet a = Dependency(\\.openURL)\r\n}\r\n",
      "import Foundation\r\n\timport Dependence\r\nstruct S {\r\n"
        + "\t// MIGRATE: there is no dependency 'openURL'; declare a key whose live value opens a URL\r\n"
        + "\tlet a = Dependency(\\.openURL)\r\n}\r\n"
    ),
  ])
  func `imports and canImport conditions are migrated in place`(before: String, after: String) {
    #expect(migrated(before, at: "Tests/AppTests/File.swift").text == after)
  }
}
