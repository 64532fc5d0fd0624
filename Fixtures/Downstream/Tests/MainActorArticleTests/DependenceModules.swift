import DependenceModules

let storageModules = Dependencies {
  Module { try await Database.open("news.sqlite") as any DatabaseType }
  Module { (database: any DatabaseType) in Bookmarks(database: database) }
}

protocol DatabaseType: Sendable {
  var name: String { get }
}

struct Database: DatabaseType {
  let name: String

  static func open(_ name: String) async throws -> Database { Database(name: name) }
}

nonisolated final class Bookmarks: Sendable {
  let database: any DatabaseType

  init(database: any DatabaseType) { self.database = database }
}
