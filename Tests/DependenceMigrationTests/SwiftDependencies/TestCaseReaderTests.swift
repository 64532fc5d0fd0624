import DependenceMigration
import Testing

struct TestCaseReaderTests {
  /// Returns the migrated `@Dependency` line of a class with the given ancestors.
  private func reader(below ancestors: [String]) -> String? {
    let classes = zip(["C"] + ancestors, ancestors).map { name, ancestor in
      name == "C"
        ? "class C: \(ancestor) {\n  @Dependency(\\.a) var a\n}\n"
        : "class \(name): \(ancestor) {}\n"
    }
    let text = migrated("import Dependencies\n" + classes.joined()).text
    return text.split(separator: "\n").first { $0.contains("@Dependency") }.map(String.init)
  }

  @Test(arguments: [(1, true), (8, true), (9, false)])
  func `a class is a test case up to eight levels below XCTestCase`(
    steps: Int,
    isTestCase: Bool
  ) {
    let ancestors = (1..<steps).map { "C\($0)" } + ["XCTestCase"]

    #expect(
      reader(below: ancestors)
        == (isTestCase
          ? "  @Dependency(\\.a) var a" : "  @Dependency(\\.a, resolve: .inherited) var a")
    )
  }

  @Test func `classes in an inheritance cycle are not test cases`() {
    #expect(
      reader(below: ["D", "E", "D"]) == "  @Dependency(\\.a, resolve: .inherited) var a"
    )
  }
}
