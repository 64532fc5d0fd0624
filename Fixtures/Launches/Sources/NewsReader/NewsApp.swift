import DependenceModules

enum EditionKey: DependencyKey {
  static var liveValue: String { "morning" }
}

extension DependencyValues {
  var edition: String {
    get { self[EditionKey.self] }
    set { self[EditionKey.self] = newValue }
  }
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

let storageModules = Dependencies {
  Module { try await Database.open("news.sqlite") as any DatabaseType }
  Module { (database: any DatabaseType) in Bookmarks(database: database) }
}

protocol NetworkModuleType: Sendable {
  var host: String { get }
}

struct NetworkModule: NetworkModuleType {
  let host: String
}

protocol NewsModuleType: Sendable {
  func headline() -> String
}

struct NewsModule: NewsModuleType {
  @Inject private var network: any NetworkModuleType
  @Inject("north") private var north: any NetworkModuleType
  @Dependency(\.edition) private var edition

  func headline() -> String { "the \(edition) edition of \(network.host), with \(north.host)" }
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
