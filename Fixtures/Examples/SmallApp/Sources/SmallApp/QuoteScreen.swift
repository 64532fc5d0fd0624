#if canImport(SwiftUI)
import DependenceMacros
import Quotes
import SwiftUI

/// The whole app: a switch for the network, and a quote.
struct QuoteScreen: View {
  @State private var isOffline = false

  var body: some View {
    NavigationStack {
      VStack {
        // A subtree of its own: the model in it, which is no view, sees the override as well.
        QuoteView()
          .dependencies {
            if isOffline { $0.quoteClient = .collection }
          }
        Button(isOffline ? "Go online" : "Go offline") { isOffline.toggle() }
      }
      .navigationTitle("A quote")
    }
  }
}

/// A quote on a topic that can be chosen.
struct QuoteView: View {
  @State private var model = QuoteModel()
  @State private var topic = "haste"

  var body: some View {
    VStack {
      switch model.state {
      case .empty: Text("Ask for a quote.")
      case .loading: ProgressView()
      case .loaded(let quote):
        Text(quote.text)
        Text(quote.speaker)
      case .failed(let topic): Text("Nothing was found on \(topic).")
      }
      TextField("Topic", text: $topic)
      TodaysQuoteButton(topic: topic, model: model)
    }
    .task { await model.load(topic: topic) }
  }
}

/// Asks for another quote.
struct TodaysQuoteButton: View {
  // A view may read a dependency itself, and then sees what the views around have overridden first.
  @Dependency(\.context) private var context
  let topic: String
  let model: QuoteModel

  var body: some View {
    Button("Show") {
      Task { await model.load(topic: topic) }
    }
    .disabled(context == .preview)
  }
}
#endif
