import FeedInterface

extension FeedClient {
  /// There is exactly this to read.
  public static func reading(_ posts: Post...) -> FeedClient {
    FeedClient { posts }
  }
}
