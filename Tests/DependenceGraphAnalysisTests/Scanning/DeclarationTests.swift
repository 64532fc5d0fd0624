import Testing

@testable import DependenceGraphAnalysis

/// Tests of the names and the access levels of declarations, and of the problems that are found in
/// macros.
struct DeclarationTests {
  private func declarations(_ source: String) -> [String] {
    let file = FileSummary(source: Array(source.utf8), path: "A.swift", module: "A")
    return file.allDeclarations.map {
      "\($0.access) \($0.kind) \($0.name)<\($0.genericParameters.joined())> \($0.enclosing)"
    }
  }

  @Test func `a declaration is read with its name, access level and enclosing types`() {
    let declarations = declarations(
      """
      public struct Outer<A, B> {
        struct Inner<C> { public enum Deep {}; private class Hidden { open actor Lost {} } }
        fileprivate typealias Short<D> = [D]
      }
      public extension Outer { struct Added {}; internal struct Own {} }
      extension Outer.Inner { public protocol Nested { typealias Alias = Int } }
      open class Base {}
      func f() { struct Local {}; typealias Here = Int; protocol Never {} }
      var x: Int { struct InAccessor {}; return 1 }
      let y = { struct InClosure {} }
      package protocol Shared { associatedtype Element; typealias List = [Element] }
      private(set) struct Odd {}
      """
    )

    #expect(
      declarations.sorted()
        == [
          "fileprivate alias Outer.Short<D> [\"Outer\"]", "internal struct Odd<> []",
          "internal struct Outer.Inner<C> [\"Outer\"]", "internal struct Outer.Own<> [\"Outer\"]",
          "internal enum Outer.Inner.Deep<> [\"Outer\", \"Outer.Inner\"]", "open class Base<> []",
          "package alias Shared.List<> [\"Shared\"]", "package protocol Shared<> []",
          "private actor Outer.Inner.Hidden.Lost<> [\"Outer\", \"Outer.Inner\", \"Outer.Inner.Hidden\"]",
          "private class Outer.Inner.Hidden<> [\"Outer\", \"Outer.Inner\"]",
          "public alias Outer.Inner.Nested.Alias<> [\"Outer.Inner\", \"Outer.Inner.Nested\"]",
          "public protocol Outer.Inner.Nested<> [\"Outer.Inner\"]",
          "public struct Outer.Added<> [\"Outer\"]", "public struct Outer<AB> []",
        ].sorted()
    )
  }

  @Test(arguments: [
    ("import A", "A: import A"), ("public import A", "A: import A public"),
    ("internal import A", "A: import A"), ("@testable import A", "A: @testable import A"),
    ("@_exported public import struct A.B", "A: @_exported import struct A.B public"),
    ("import class A . B", "A: import class A . B"), ("#if X\nimport A\n#endif", ""),
    ("#if !X\nimport A\n#endif", "A: import A"),
  ])
  func `an import is read with its attributes and access level`(source: String, text: String) {
    let file = FileSummary(
      source: Array("\(source)\n@Instantiable struct S {}".utf8),
      path: "A.swift",
      module: "A"
    )
    let texts = file.imports.map { "\($0.module): \($0.source)\($0.isPublic ? " public" : "")" }

    #expect(texts.joined() == text)
  }

  /// Each argument contains a source, and the problem that is found in it. The problem is empty for
  /// valid source.
  @Test(arguments: [
    (
      "struct S { @Received let a: A }",
      "1:12 @Received has no effect here, because 'S' is not @Instantiable; mark 'S' @Instantiable"
    ),
    (
      "@Instantiable extension S {}",
      "1:25 this extension does not specify how to create 'S'; add 'static func instantiate() -> S'"
    ),
    (
      "@Instantiable struct S { @Received let a }",
      "1:40 @Received requires a property with a single name and an explicit type; add the type"
    ),
    (
      "@Instantiable(mockOnly: true) struct S {}",
      "1:25 the argument 'mockOnly:' is not supported; remove the type, and override its property in tests, as "
        + "in 'Root.test { $0.service = Fake() }'"
    ),
    (
      "@Instantiable struct S { @Instantiated(fulfilledByType: \"a b\") let a: A }",
      "1:57 'fulfilledByType:' of 'a' is not the name of a type; write it as in \"DefaultService\""
    ),
    (
      "@Instantiable struct S { @Received(fulfilledByDependencyNamed: \"1\", ofType: A.self) let a: A }",
      "1:64 'fulfilledByDependencyNamed:ofType:' of 'a' wants the name of a property and its type; "
        + "write it as in '\"service\", ofType: Service.self'"
    ),
    (
      "@Instantiable struct S { @Received(fulfilledByDependencyNamed: \"b\", ofType: b) let a: A }",
      "1:77 'fulfilledByDependencyNamed:ofType:' of 'a' wants the name of a property and its type; "
        + "write it as in '\"service\", ofType: Service.self'"
    ),
    (
      "@Instantiable struct S { @Received(fulfilledByDependencyNamed: \"b\") let a: A }",
      "1:64 'fulfilledByDependencyNamed:ofType:' of 'a' wants the name of a property and its type; "
        + "write it as in '\"service\", ofType: Service.self'"
    ),
    ("@Instantiable struct S { @Received let a, b: A }", ""),
    ("@Instantiable extension S { static func instantiate() -> S { S() } }", ""),
  ])
  func `an incomplete macro is reported at its location`(source: String, problem: String) {
    let file = FileSummary(source: Array(source.utf8), path: "A.swift", module: "A")
    let texts = file.problems.map { "\($0.location.line):\($0.location.column) \($0.message)" }

    #expect(texts.joined(separator: "\n") == problem)
  }
}
