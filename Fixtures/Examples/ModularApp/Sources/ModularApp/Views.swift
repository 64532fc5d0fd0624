#if canImport(SwiftUI)
import Feed
import FeedInterface
import Profile
import ProfileInterface
import SwiftUI

struct FeedView: View {
  @State private var model = FeedModel()

  var body: some View {
    List {
      if model.hasFailed { Text("Nothing could be read.") }
      ForEach(model.posts, id: \.self) { post in
        Text("\(post.author): \(post.text)")
      }
    }
    .task { await model.refresh() }
  }
}

struct ProfileView: View {
  @State private var model = ProfileModel()

  var body: some View {
    VStack {
      if let profile = model.profile {
        Text("\(profile.account.name) has written \(profile.postCount)")
      } else {
        Text("Nobody is signed in.")
      }
    }
    .task { await model.load() }
  }
}
#endif
