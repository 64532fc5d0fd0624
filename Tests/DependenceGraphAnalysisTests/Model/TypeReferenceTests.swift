import Testing

@testable import DependenceGraphAnalysis

struct TypeReferenceTests {
  @Test(arguments: [
    ("any  User", "User"), ("[ User ]", "[User]"), ("[A : B]", "[A: B]"),
    ("Box<User,User?>", "Box<User, User?>"), ("(user:User, User?)", "(user: User, User?)"),
    ("Void", "()"), ("((User))", "User"), ("any P&Q", "P & Q"),
    ("@escaping (User) async -> [User]", "(User) async -> [User]"),
    ("any User.Type", "any User.Type"), ("Box<User>.Element", "Box<User>.Element"),
  ])
  func `a type is parsed regardless of its spaces`(source: String, description: String) throws {
    let summary = FileSummary(
      source: Array("@Instantiable struct A { @Forwarded let a: \(source) }".utf8),
      path: "A.swift",
      module: "A"
    )

    #expect(summary.types[0].properties.map { "\($0.type)" } == [description])
  }
}
