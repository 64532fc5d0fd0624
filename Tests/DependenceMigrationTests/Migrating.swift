import DependenceMigration
import Testing

/// The migration of one file.
func migrated(
  _ text: String,
  from origin: MigrationOrigin = .swiftDependencies,
  at path: String = "Sources/App/File.swift",
  beside others: [(path: String, text: String)] = []
) -> (text: String, rows: [MigrationRow]) {
  let migration = Migration(of: [(path, text)] + others, from: origin)
  return (migration.files.first { $0.path == path }?.after ?? text, migration.rows)
}

/// A piece of code before and after.
struct Rewriting: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var before: String
  var after: String
  var path = "Sources/App/File.swift"

  init(
    _ name: String,
    _ before: String,
    _ after: String,
    at path: String = "Sources/App/File.swift"
  ) {
    (testDescription, self.before, self.after, self.path) = (name, before, after, path)
  }
}
