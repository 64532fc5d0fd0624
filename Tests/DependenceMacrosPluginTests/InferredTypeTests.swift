import SwiftSyntax
import SwiftSyntaxBuilder
import Testing

@testable import MacrosPluginUnderTest

struct InferredTypeTests {
  @Test(arguments: [
    ("1", "Int"),
    ("1.5", "Double"),
    ("\"text\"", "String"),
    ("true", "Bool"),
    ("x as T", "T"),
    ("x as? T", nil),
    ("x as! T", nil),
    ("x is T", nil),
    ("1 + x as T", nil),
    ("T(1)", "T"),
    ("A.B(1)", "A.B"),
    ("Box<Int>(1)", "Box<Int>"),
    ("A.Box<Int>(1)", "A.Box<Int>"),
    ("make()", nil),
    ("a.B(1)", nil),
    ("A.make(1)", nil),
    ("box<Int>(1)", nil),
    ("T", nil),
    ("{ 1 }", nil),
    ("{ a in a }", nil),
    ("{ (a: Int) in a }", nil),
    ("{ (a) -> Int in a }", nil),
    ("{ () -> Int in 1 }", "() -> Int"),
    ("{ (a: Int, b) -> Int in a }", nil),
    ("{ (a: Int...) async throws -> Int in 1 }", "(Int...) async throws -> Int"),
    ("{ @Sendable (a: Int, b: T) -> Int in a }", "@Sendable (Int, T) -> Int"),
  ])
  func `the evident type of an expression follows from its spelling`(code: String, type: String?) {
    #expect(expression(code).evidentType?.description == type)
  }

  @Test(arguments: [
    ("1", "Int"),
    ("T.live", "T"),
    ("T.make()", "T"),
    ("A.B.live", "A.B"),
    ("Box<Int>.live", "Box<Int>"),
    ("a.live", nil),
    (".live", nil),
    ("make()", nil),
  ])
  func `the likely type of a static member is its base type`(code: String, type: String?) {
    #expect(expression(code).likelyType?.description == type)
  }

  private func expression(_ code: String) -> ExprSyntax { "\(raw: code)" }
}
