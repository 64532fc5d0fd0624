import DependenceModules
import DependenceTesting
import DependenceXCTest
import Testing
import XCTest

// MARK: - Register modules

protocol NewsModuleType: Sendable {
  func component() -> any NewsLoader
  func component() -> any NewsCache
}

struct NewsModule: NewsModuleType {
  @Inject private var network: any NetworkModuleType

  func component() -> any NewsLoader { RemoteNews(client: network.component(), cache: component()) }
  func component() -> any NewsCache { MemoryCache() }
}

enum NewsApp {
  static let modules = Dependencies {
    Module { NetworkModule(host: "news.example.com") as any NetworkModuleType }
    Module("archive") { NetworkModule(host: "archive.example.com") as any NetworkModuleType }
    Module { NewsModule() as any NewsModuleType }
    for region in ["north", "south"] {
      Module(region) { NetworkModule(host: "\(region).example.com") as any NetworkModuleType }
    }
  }

  static func start() {
    modules.build()
  }
}

struct NewsScreen {
  @Inject private var news: any NewsModuleType
  @Inject("archive") private var archive: any NetworkModuleType

  func headline() -> String {
    let loader: any NewsLoader = news.component()
    return loader.headline() + " (older: \(archive.host))"
  }
}

struct Teaser {
  @Inject private var news: (any NewsModuleType)?

  func text() -> String { news == nil ? "No news." : NewsScreen().headline() }
}

let editorModules = Dependencies {
  Module { (news: any NewsModuleType, network: any NetworkModuleType) in
    Editor(news: news, host: network.host)
  }
}

@Suite(.modules(NewsApp.modules))
struct NewsScreenTests {
  @Test(.modules { Module { QuietNews() as any NewsModuleType } })
  func `a quiet day has no news`() {
    #expect(NewsScreen().headline() == "nothing (older: archive.example.com)")
  }

  @Test func `an override replaces a named module`() {
    withDependencies {
      $0[module: (any NetworkModuleType).self, named: "archive"] = NetworkModule(host: "attic")
    } operation: {
      #expect(NewsScreen().headline().hasSuffix("(older: attic)"))
    }
  }
}

final class NewsScreenTestCase: DependencyTestCase {
  override func configureDependencies(_ dependencies: inout DependencyValues) {
    dependencies.register(NewsApp.modules)
    dependencies.register { Module { QuietNews() as any NewsModuleType } }
  }

  func testAQuietDayHasNoNews() {
    XCTAssertEqual(NewsScreen().headline(), "nothing (older: archive.example.com)")
  }
}

final class EditorSession {
  private let scope = withDependencies {
    $0.register(editorModules)
    $0.renew((any NewsModuleType).self)
  } operation: {
    captureDependencies()
  }

  func title() -> String {
    scope.run {
      @Inject var editor: Editor
      return editor.title
    }
  }
}

let storageModules = Dependencies {
  Module { try await Database.open("news.sqlite") as any DatabaseType }
  Module { (database: any DatabaseType) in Bookmarks(database: database) }
}

func startStorage() async throws -> Bookmarks {
  try await storageModules.buildAsync()
  return try await Dependencies.resolveAsync()
}

@Test func `the modules of the news app are complete`() throws {
  let gaps = try NewsApp.modules.validate().unchecked

  #expect(gaps == [])
}

// MARK: - Tests of the examples

struct ModuleExampleTests {
  @Test func `the app reads the modules that it has built`() {
    NewsApp.start()

    #expect(NewsScreen().headline() == "rain at news.example.com (older: archive.example.com)")
  }

  @Test func `an optional module is nil unless it is registered`() {
    #expect(Teaser().text() == "No news.")
    withDependencies(NewsApp.modules) {
      #expect(Teaser().text() == "rain at news.example.com (older: archive.example.com)")
    }
  }

  @Test(.modules(NewsApp.modules))
  func `a session resolves modules in the scope in which it was created`() {
    let session = withDependencies {
      $0[module: (any NetworkModuleType).self] = NetworkModule(host: "branch.example.com")
    } operation: {
      EditorSession()
    }

    #expect(session.title() == "Editor at branch.example.com")
    #expect(EditorSession().title() == "Editor at news.example.com")
  }

  @Test func `an asynchronous module is created once`() async throws {
    let bookmarks = try await startStorage()

    #expect(bookmarks.database.name == "news.sqlite")
    #expect(try await Dependencies.resolveAsync(Bookmarks.self) === bookmarks)
  }
}

protocol NetworkModuleType: Sendable {
  var host: String { get }
  func component() -> NewsClient
}

struct NetworkModule: NetworkModuleType {
  let host: String

  func component() -> NewsClient { NewsClient(host: host) }
}

struct NewsClient {
  let host: String
}

protocol NewsLoader {
  func headline() -> String
}

protocol NewsCache {}

struct MemoryCache: NewsCache {}

struct RemoteNews: NewsLoader {
  let client: NewsClient
  let cache: any NewsCache

  func headline() -> String { "rain at \(client.host)" }
}

struct QuietNews: NewsModuleType, NewsLoader {
  func component() -> any NewsLoader { self }
  func component() -> any NewsCache { MemoryCache() }
  func headline() -> String { "nothing" }
}

struct Editor: Sendable {
  let news: any NewsModuleType
  let host: String

  var title: String { "Editor at \(host)" }
}

protocol DatabaseType: Sendable {
  var name: String { get }
}

struct Database: DatabaseType {
  let name: String

  static func open(_ name: String) async throws -> Database {
    await Task.yield()
    return Database(name: name)
  }
}

final class Bookmarks: Sendable {
  let database: any DatabaseType

  init(database: any DatabaseType) { self.database = database }
}
