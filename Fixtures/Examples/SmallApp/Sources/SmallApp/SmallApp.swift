#if canImport(SwiftUI)
import DependenceMacros
import Foundation
import Quotes
import SwiftUI

@main
struct SmallApp: App {
  var body: some Scene {
    WindowGroup {
      QuoteScreen()
    }
    .dependencies {
      $0.quoteClient = .library(at: URL(string: "https://quotes.example")!)
    }
  }
}
#else
@main
enum SmallApp {
  static func main() {
    print("SmallApp needs SwiftUI. What it does is in Quotes, which is tested here: swift test")
  }
}
#endif
