import DependenceMacros

/// A post by an account.
public struct Post: Sendable, Hashable {
  /// The name of the account that has written it.
  public var author: String
  /// The post's words.
  public var text: String

  /// A post by `author`.
  public init(_ text: String, by author: String) {
    self.text = text
    self.author = author
  }
}

/// Reads what was written.
@DependencyClient
public struct FeedClient: Sendable {
  /// Everything there is to read for the account that is signed in, latest first.
  public var posts: @Sendable () async throws -> [Post]
}

/// The key of ``FeedClient``. Its live value is in the module Feed, which an app links.
public enum FeedClientKey: TestDependencyKey {
  /// Fails the test that calls it.
  public static var testValue: FeedClient { .unimplemented }
  /// Something to look at.
  public static var previewValue: FeedClient { FeedClient { [Post("Hello.", by: "Grace")] } }
}

extension DependencyValues {
  /// Reads what was written.
  @DependencyEntry public var feedClient: FeedClient
}
