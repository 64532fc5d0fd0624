import DependenceMacros
import FeedInterface
import Observation

/// The model of a screen that shows posts.
@MainActor @Observable
@DependencyProperties(\.feedClient)
public final class FeedModel {
  /// The posts that the screen shows.
  public private(set) var posts: [Post] = []
  /// Whether the most recent attempt to load posts failed.
  public private(set) var hasFailed = false

  /// Creates a model that has not loaded any posts.
  public init() {}

  /// Loads the posts again. If this fails, the model keeps the previous posts.
  public func refresh() async {
    do {
      posts = try await feedClient.posts()
      hasFailed = false
    } catch {
      hasFailed = true
    }
  }
}
