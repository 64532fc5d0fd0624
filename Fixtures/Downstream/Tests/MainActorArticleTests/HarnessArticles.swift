import DependenceMacros

@DependencyClient
struct APIClient: Sendable {
  var fetchGreeting: @Sendable (_ name: String) async throws -> String
}

@DependencyClient
struct Shelf: Sendable {
  var save: @Sendable (_ article: String, _ count: Int) async throws -> Void
}

extension DependencyValues {
  @DependencyEntry(test: APIClient.unimplemented)
  var apiClient: APIClient = APIClient(fetchGreeting: { name in "hello, \(name)" })

  @DependencyEntry(test: Shelf.unimplemented)
  var shelf: Shelf = Shelf(save: { _, _ in })
}

actor Greeter {
  @Dependency(\.apiClient) private var apiClient
  private(set) var greeting = ""

  func greet(_ name: String) async throws {
    greeting = try await apiClient.fetchGreeting(name)
  }
}

struct Offline: Error {}

actor Pantry {
  @Dependency(\.shelf) private var shelf
  private(set) var kept: [String: Int] = [:]
  private(set) var saved: [String: Int] = [:]

  func put(_ articles: [String: Int]) async throws {
    for (article, count) in articles { try await shelf.save(article, count) }
  }

  func putOrKeep(_ articles: [String: Int]) async {
    for (article, count) in articles {
      do {
        try await shelf.save(article, count)
        saved[article] = count
      } catch {
        kept[article] = count
      }
    }
  }
}

actor Autosave {
  @Dependency(\.continuousClock) private var clock
  private(set) var saves = 0

  func run() async {
    while (try? await clock.sleep(for: .seconds(5))) != nil { saves += 1 }
  }
}

actor Account {
  private(set) var balance = 0

  func deposit(_ amount: Int) { balance += amount }
}
