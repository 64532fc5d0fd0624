import DependenceMacros
import Observation

/// The model of a screen that shows a quote on a topic.
@MainActor @Observable
@DependencyProperties(\.quoteClient)
public final class QuoteModel {
  /// The contents of the screen.
  public enum State: Sendable, Equatable {
    case empty
    case loading
    case loaded(Quote)
    case failed(topic: String)
  }

  /// The current contents of the screen.
  public private(set) var state = State.empty
  // The number of the latest request. If it has changed when a response arrives, the response is
  // outdated.
  private var latest = 0

  /// Creates a model that has not requested a quote.
  public init() {}

  /// Loads and shows a quote on `topic`. If another topic is requested in the meantime, the quote
  /// is not shown.
  public func load(topic: String) async {
    latest += 1
    let request = latest
    state = .loading
    let answer = await answer(on: topic)
    if request == latest { state = answer }
  }

  private func answer(on topic: String) async -> State {
    do {
      return .loaded(try await quoteClient.fetch(topic))
    } catch {
      return .failed(topic: topic)
    }
  }
}
