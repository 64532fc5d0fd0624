import FeedInterface

extension FeedClient {
  /// Returns a client that always returns exactly these posts.
  public static func reading(_ posts: Post...) -> FeedClient {
    FeedClient { posts }
  }
}
