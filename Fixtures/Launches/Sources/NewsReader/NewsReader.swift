import DependenceModules

@main
enum NewsReader {
  static func main() async throws {
    prepareDependencies {
      $0.edition = "evening"
    }
    NewsApp.modules.build()

    print(NewsScreen().headline())
    print(try await startStorage().database.name)
  }
}

struct NewsScreen {
  @Inject private var news: any NewsModuleType

  func headline() -> String { news.headline() }
}

func startStorage() async throws -> Bookmarks {
  try await storageModules.buildAsync()
  return try await Dependencies.resolveAsync()
}
