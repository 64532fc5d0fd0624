import DependenceMacros

@DependencyClient
struct BookClient: Sendable {
  var book: @Sendable (_ isbn: String) async throws -> String
  var order: @Sendable (_ isbn: String, _ copies: Int) async throws -> Void
  var stock: @Sendable (_ isbn: String) -> Int = { _ in 0 }
}
