import DependenceMacros

/// The search field: waits until the customer stops typing, and asks the store once.
public actor ProductSearch {
  /// The time for which the text has to stay the same before the store is asked.
  public static let pause: Duration = .milliseconds(300)

  @Dependency(\.storeClient) private var store
  @Dependency(\.continuousClock) private var clock

  /// Counts the texts, so that an answer can tell whether it is still wanted.
  private var latest = 0

  /// A search field without text.
  public init() {}

  /// The products that match `text`; nil if the text has changed meanwhile, whatever the store says.
  ///
  /// - Throws: What the store throws, or `CancellationError`.
  public func search(for text: String) async throws -> [Product]? {
    latest += 1
    let mine = latest
    try await clock.sleep(for: Self.pause)
    // The store is not bothered with a text that nobody wants any more.
    guard mine == latest else { return nil }
    do {
      let found = try await store.searchProducts(text)
      // The text may have changed again while the answer was on its way.
      return mine == latest ? found : nil
    } catch {
      // Nobody wants to hear why a text that is gone was not found, either.
      guard mine == latest else { return nil }
      throw error
    }
  }

  /// Empties the search field: no search that has begun is still wanted.
  public func clear() {
    latest += 1
  }
}
