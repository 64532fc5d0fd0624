import DependenceMigration
import Testing

/// Tests of test cases that inherit from other test cases, and of the clocks in them.
struct SwiftDependenciesTestCaseTests {
  private static let path = "Tests/AppTests/File.swift"

  @Test func `a test case and its base class both get a throwing configuration method`() {
    let (text, rows) = migrated(
      """
      import Dependencies
      import XCTest
      class Base: XCTestCase {
        override func invokeTest() {
          withDependencies { $0.a = 1 } operation: { super.invokeTest() }
        }
      }
      final class Derived: Base {
        override func invokeTest() {
          withDependencies { $0.b = 2 } operation: { super.invokeTest() }
        }
      }

      """,
      at: Self.path
    )

    #expect(
      text == """
        import Dependence
        import DependenceXCTest
        import XCTest
        class Base: DependencyTestCase {
          override func configureDependencies(_ dependencies: inout DependencyValues) throws {
            dependencies.a = 1
          }
        }
        final class Derived: Base {
          override func configureDependencies(_ dependencies: inout DependencyValues) throws {
            dependencies.b = 2
            try super.configureDependencies(&dependencies)
          }
        }

        """
    )
    #expect(rows.isEmpty)
  }

  @Test func `overrides that may return early keep their method in a derived test case`() {
    let method =
      "  override func invokeTest() {\n"
      + "    withDependencies { if isOn { return }; $0.b = 2 } operation: { super.invokeTest() }\n"
      + "  }\n}\n"

    let (text, rows) = migrated(
      "import Dependencies\nimport XCTest\nclass Base: XCTestCase {}\n"
        + "final class Derived: Base {\n\(method)",
      at: Self.path
    )

    #expect(text.hasSuffix(method))
    #expect(
      rows.map(\.why) == [
        "after an early return, the overrides of the base class would not be applied"
      ]
    )
  }

  @Test func `a base class in another file becomes a DependencyTestCase`() {
    let base = (
      path: "Tests/AppTests/Base.swift",
      text: "import Dependencies\nimport XCTest\nclass Base: XCTestCase { let a = 1 }\n"
    )
    let derived =
      "import Dependencies\nimport XCTest\nfinal class Derived: Base {\n  override func invokeTest() {\n"
      + "    withDependencies { $0.b = 2 } operation: { super.invokeTest() }\n  }\n}\n"

    let migration = Migration(of: [(Self.path, derived), base], from: .swiftDependencies)

    #expect(
      migration.files.first { $0.path == base.path }?.after
        == "import Dependence\nimport DependenceXCTest\nimport XCTest\nclass Base: DependencyTestCase { let a = 1 }\n"
    )
    #expect(migration.rows.isEmpty)
  }

  @Test func `a test case with an unknown base class is kept and reported`() {
    let body =
      "  override func invokeTest() {\n    withDependencies { $0.a = 1 } operation: { super.invokeTest() }\n  }\n}\n"

    let (text, rows) = migrated(
      "import Dependencies\nimport XCTest\nfinal class A: SnapshotCase {\n" + body,
      at: Self.path
    )

    #expect(text.hasSuffix(body))
    #expect(
      rows.map(\.why) == [
        "the base class 'SnapshotCase' of this test case is not declared in the migrated files"
      ]
    )
  }

  @Test func `the time limit of a clock's run is removed and reported`() {
    let (text, rows) = migrated(
      "import Dependencies\nlet c = TestClock()\nawait c.run(timeout: .seconds(1), fileID: f)\n",
      at: Self.path
    )

    #expect(text.hasSuffix("\nawait c.run(fileID: f)\n"))
    #expect(
      rows.map(\.why) == [
        "'run' has no time limit in dependence, so a task that never stops sleeping delays the test"
      ]
    )
  }
}
