import DependenceMacros
import FeedInterface
import Observation

/// The screen that shows what was written.
@MainActor @Observable
@DependencyProperties(\.feedClient)
public final class FeedModel {
  /// The posts to read.
  public private(set) var posts: [Post] = []
  /// True if the last attempt to read anything failed.
  public private(set) var hasFailed = false

  /// A screen that has read nothing yet.
  public init() {}

  /// Reads everything anew. What was read before stays if that fails.
  public func refresh() async {
    do {
      posts = try await feedClient.posts()
      hasFailed = false
    } catch {
      hasFailed = true
    }
  }
}
