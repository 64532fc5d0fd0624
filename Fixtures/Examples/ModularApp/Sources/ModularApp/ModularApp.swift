#if canImport(SwiftUI)
import DependenceMacros
import SwiftUI

@main
struct ModularApp: App {
  var body: some Scene {
    WindowGroup {
      FeedView()
      ProfileView()
    }
    .dependencies {
      Composition.demonstration(&$0)
    }
  }
}
#else
import DependenceMacros
import FeedInterface
import ProfileInterface

/// A version of the app for platforms without SwiftUI. It prints the contents of the screens.
@main
enum ModularApp {
  static func main() async throws {
    prepareDependencies {
      Composition.demonstration(&$0)
    }
    @Dependency(\.feedClient) var feed
    @Dependency(\.profileClient) var profile
    for post in try await feed.posts() {
      print("\(post.author): \(post.text)")
    }
    let mine = try await profile.mine()
    print("\(mine.account.name) has written \(mine.postCount)")
  }
}
#endif
