import DependenceMigration
import Testing

struct DiffTests {
  @Test func `a diff marks a file without a newline at its end`() {
    let files = [(path: "A.swift", text: "import Dependencies\nlet a = 1")]

    let diff = Migration(of: files, from: .swiftDependencies).files[0].diff

    #expect(
      diff == """
        --- a/A.swift
        +++ b/A.swift
        @@ -1,2 +1,2 @@
        -import Dependencies
        +import Dependence
         let a = 1
        \\ No newline at end of file

        """
    )
  }
}
