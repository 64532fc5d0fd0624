import DependenceGraphAnalysis
import Testing

struct TypeReferenceTests {
  @Test func `a type has one spelling, whatever its source`() {
    let user = TypeReference("User", source: "any  User")
    let optional = TypeReference("Optional", arguments: [user])
    let tuple = TypeReference(kind: .tuple, "", labels: ["user", ""], arguments: [user, optional])

    #expect("\(optional)" == "User?")
    #expect("\(TypeReference("Array", arguments: [user]))" == "[User]")
    #expect("\(TypeReference("Box", arguments: [user, optional]))" == "Box<User, User?>")
    #expect("\(tuple)" == "(user: User, User?)")
    #expect("\(TypeReference.void)" == "()")
    #expect(user == TypeReference("User"))
  }

  @Test func `a generic parameter is replaced at any depth`() {
    let boxed = TypeReference(
      "Box",
      arguments: [TypeReference("Optional", arguments: [TypeReference("T")])]
    )

    #expect("\(boxed.substituting(["T": TypeReference("Int")]))" == "Box<Int?>")
  }
}
