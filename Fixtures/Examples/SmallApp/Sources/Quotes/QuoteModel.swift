import DependenceMacros
import Observation

/// One screen: a topic, and a quote on it.
@MainActor @Observable
@DependencyProperties(\.quoteClient)
public final class QuoteModel {
  /// A content of the screen.
  public enum State: Sendable, Equatable {
    case empty
    case loading
    case loaded(Quote)
    case failed(topic: String)
  }

  /// The content of the screen now.
  public private(set) var state = State.empty
  // Counts the requests, so that an answer can tell whether it is still wanted.
  private var latest = 0

  /// A screen that nothing was asked for yet.
  public init() {}

  /// Shows a quote on `topic`, unless another topic is asked for before it is there.
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
