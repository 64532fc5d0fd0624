import DependenceMigration
import Testing

/// Migrates one file of a project, and returns the new text of the file and the rows of the report.
func migrated(
  _ text: String,
  from origin: MigrationOrigin = .swiftDependencies,
  at path: String = "Sources/App/File.swift",
  beside others: [(path: String, text: String)] = []
) -> (text: String, rows: [MigrationRow]) {
  let files = [(path, text)] + others
  let registered = files.map(\.1).joined().replacing(/\s+\.register/, with: ".register")
  let migration = Migration(of: files + surroundings(of: origin, for: registered), from: origin)
  return (migration.files.first { $0.path == path }?.after ?? text, migration.rows)
}

/// Returns the other files of the project that contains the examples. A preview calls the functions
/// of the examples, and for Factory, another module declares the factories that the examples read.
/// A factory that no example registers has a test value. For Swinject, the preview registers the
/// services with one-letter types that the examples resolve but do not register.
private func surroundings(
  of origin: MigrationOrigin,
  for text: String
) -> [(path: String, text: String)] {
  let containers =
    "; Container.shared.setUp(); Container.shared.setUpMocks(); Container.shared.mock()"
  let calls =
    "f(); g(); h(); fill(); make(); assembled(); S().f(); S().g(); A().f(); Shelf(); Shelf().fill(); Desk().fill()"
    + "; Drawer().fill()" + (origin == .factory ? containers : "")
  let start = (
    path: "Sources/App/Main.swift", text: "#Preview { \(calls) }\n"
  )
  let factories = "abcdefghijklmnopqrstuvwxyz".map {
    "  public var \($0): Factory<Letter> { self { Letter() }.cached\(text.contains("\($0).register") ? "" : ".onTest { Letter(0) }") }\n"
  }
  let letters = (
    path: "Sources/Letters/Letters.swift",
    text: "import Factory\nextension Container {\n\(factories.joined())}\n"
  )
  switch origin {
  case .swiftDependencies: return []
  case .factory: return [start, letters]
  case .swinject:
    let services = services(missingIn: text).map {
      "  box.register(\($0)) { _ in letter }.inObjectScope(.container)\n"
    }
    let box = "import Swinject\n#Preview {\n\(services.joined())}\n"
    return [start] + (services.isEmpty ? [] : [("Sources/App/Services.swift", box)])
  }
}

/// Returns the types with one-letter names that no example registers, and their names if the
/// examples resolve them by name, as arguments of `register`.
private func services(missingIn text: String) -> [String] {
  let text = text.replacing(/\(any (\w)\)/) { "\($0.1)" }
  let named = text.matches(of: /\(([A-Z])\.self, name: ("\w+")/).map {
    "\($0.1).self, name: \($0.2)"
  }
  let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { "\($0).self" }
  return (letters + Set(named).sorted()).filter { service in
    let isNamed = service.contains("name:")
    let registered = text.ranges(of: "register(\(service)").contains {
      isNamed || !text[$0.upperBound...].hasPrefix(", name:")
    }
    let forwarded = text.ranges(of: "implements(").contains {
      text[$0.upperBound...].prefix { $0 != ")" }.contains(service)
    }
    return !registered && (isNamed || !forwarded)
  }
}

/// An example of source code before and after its migration.
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
