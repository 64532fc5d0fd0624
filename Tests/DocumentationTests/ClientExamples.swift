import DependenceMacros
import DependenceTesting
import Testing

@DependencyClient
struct BookClient: Sendable {
  var book: @Sendable (_ isbn: String) async throws -> String
  var order: @Sendable (_ isbn: String, _ copies: Int) async throws -> Void
  var stock: @Sendable (_ isbn: String) -> Int = { _ in 0 }
}

extension DependencyValues {
  @DependencyEntry(test: BookClient.unimplemented)
  var bookClient: BookClient = BookClient(book: { "The book \($0)" }, order: { _, _ in })
}

@DependencyProperties(\.bookClient, \.currentUser)
struct BookShop {
  func buy(_ isbn: String) async throws -> String {
    guard bookClient.stock(isbn: isbn) > 0 else { return "sold out" }
    try await bookClient.order(isbn: isbn, copies: 1)
    return "\(try await bookClient.book(isbn: isbn)) for \(currentUser.name)"
  }
}

struct ClientExampleTests {
  @Test(
    .dependencies {
      $0.bookClient.stock = { _ in 3 }
      $0.bookClient.order = { _, _ in }
      $0.bookClient.book = { "Reynard \($0)" }
    }
  )
  func `a book is bought`() async throws {
    #expect(try await BookShop().buy("1") == "Reynard 1 for nobody")
  }

  @Test
  func `an unimplemented endpoint returns its initial value and reports the call`() async throws {
    try await expectUnimplemented("BookClient.stock") {
      let outcome = try await BookShop().buy("1")
      #expect(outcome == "sold out")
    }
  }
}
