import DependenceTesting
import Testing

@Suite(.dependencies)
struct PantryTests {
  @Test func `a pantry saves each article once`() async throws {
    let save = Spy<String, Int, Void>("Shelf.save")
    try await withDependencies {
      $0.shelf.save = save.wrap { _, _ in }
    } operation: {
      try await Pantry().put(["tea": 2])
    }

    save.expectCalls([("tea", 2)])
  }
}
