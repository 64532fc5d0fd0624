import DependenceMacros

/// A post by an account.
public struct Post: Sendable, Hashable {
  /// The name of the account that wrote the post.
  public var author: String
  /// The text of the post.
  public var text: String

  /// Creates a post by `author`.
  public init(_ text: String, by author: String) {
    self.text = text
    self.author = author
  }
}

/// A client that loads posts.
@DependencyClient
public struct FeedClient: Sendable {
  /// Returns all posts for the account that is signed in, latest first.
  public var posts: @Sendable () async throws -> [Post]
}

/// The key of ``FeedClient``. Its live value is in the module Feed, which the app links.
public enum FeedClientKey: TestDependencyKey {
  /// An unimplemented client, which fails the test that calls it.
  public static var testValue: FeedClient { .unimplemented }
  /// A client that returns sample data.
  public static var previewValue: FeedClient { FeedClient { [Post("Hello.", by: "Grace")] } }
}

extension DependencyValues {
  /// The client that loads posts.
  @DependencyEntry public var feedClient: FeedClient
}
