import DependenceMacros

@DependencyClient
struct FileClient: Sendable {
  var read: @Sendable (_ path: String) async throws -> String
  var limit = 3
}

@DependencyClient
struct ServerClient: Sendable {
  let host: String
  var fetch: @Sendable (_ path: String) async throws -> String
}

enum Feature {
  struct Item: Sendable, Equatable {
    var name = "item"
  }

  static let usual = 5

  @DependencyClient
  struct Client: Sendable {
    var load: @Sendable () async throws -> [Item]
    var limit: Int = usual
    var done: (@Sendable (Item) -> Void)?
  }
}

extension Feature {
  @DependencyClient
  struct Generic<Value: Sendable>: Sendable {
    var load: @Sendable (Item) async throws -> Value
  }
}
