import DependenceGraph

/// A storage for notes.
protocol Storage: Sendable {
  var name: String { get }
  var limit: Int? { get set }
  func load(_ id: Int) async throws -> String
  func save(_ text: String, for id: Int)
  func count(where isIncluded: (String) -> Bool) -> Int
}

struct Disk: Sendable {
  let path: String
}

@Instantiable
extension Disk: Instantiable {
  static func instantiate(configuration: Configuration) -> Disk { Disk(path: configuration.path) }
}

struct Configuration: Sendable {
  let path: String
}

@Instantiable
extension Configuration: Instantiable {
  static func instantiate() -> Configuration { Configuration(path: "/notes") }
}

@Instantiable(fulfillingAdditionalTypes: [(any Storage).self])
final class DiskStorage: Storage, Instantiable {
  init(retries: Int = 3, disk: Disk) {
    self.disk = disk
    self.retries = retries
  }

  @Instantiated let disk: Disk
  let retries: Int

  var name: String { disk.path }
  var limit: Int? {
    get { nil }
    set {}
  }
  func load(_ id: Int) async throws -> String { "\(disk.path)/\(id)" }
  func save(_ text: String, for id: Int) {}
  func count(where isIncluded: (String) -> Bool) -> Int { 0 }
}
