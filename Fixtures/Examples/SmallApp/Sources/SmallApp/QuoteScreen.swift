#if canImport(SwiftUI)
import DependenceMacros
import Quotes
import SwiftUI

/// The only screen of the app. It shows a quote, and a button that switches the network on and off.
struct QuoteScreen: View {
  @State private var isOffline = false

  var body: some View {
    NavigationStack {
      VStack {
        // Override the client in this part of the view hierarchy. The override also applies to the
        // model of the view, although the model is not a view itself.
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

/// A view that shows a quote on a topic, which the user can choose.
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

/// A button that requests another quote.
struct TodaysQuoteButton: View {
  // A view can also read a dependency itself. The overrides of enclosing views then take
  // precedence.
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
