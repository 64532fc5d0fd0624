#if canImport(SwiftUI)
import Dependence
import Sessions
import SwiftUI

@main
struct SessionApp: App {
  var body: some Scene {
    WindowGroup {
      RootView()
    }
    .dependencies {
      $0.mailServer = .liveValue
    }
  }
}

struct RootView: View {
  @State private var model = AppModel()
  @State private var name = ""

  var body: some View {
    if let inbox = model.inbox {
      InboxView(inbox: inbox)
      Button("Log out") { model.logOut() }
    } else {
      TextField("Name", text: $name)
      Button("Log in") {
        Task { await model.runSession(of: name) }
      }
      if let failure = model.failure { Text(failure) }
    }
  }
}

struct InboxView: View {
  let inbox: InboxModel

  var body: some View {
    List {
      ForEach(inbox.messages, id: \.self) { message in
        Text(message)
      }
    }
    .task { await inbox.refresh() }
  }
}
#else
@main
enum SessionApp {
  static func main() {
    print("SessionApp needs SwiftUI. What it does is in Sessions, which is tested here: swift test")
  }
}
#endif
