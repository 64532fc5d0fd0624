import DependenceMacros

/// A search field that waits until the customer stops typing, and then sends a single request to
/// the store.
public actor ProductSearch {
  /// The time for which the text must stay the same before a request is sent to the store.
  public static let pause: Duration = .milliseconds(300)

  @Dependency(\.storeClient) private var store
  @Dependency(\.continuousClock) private var clock

  /// The number of the latest text. If it has changed when a search continues, the search is
  /// outdated.
  private var latest = 0

  /// Creates a search field without text.
  public init() {}

  /// Returns the products that match `text`, or `nil` if the text has changed in the meantime, even
  /// if the store throws an error.
  ///
  /// - Throws: An error of the store, or `CancellationError`.
  public func search(for text: String) async throws -> [Product]? {
    latest += 1
    let mine = latest
    try await clock.sleep(for: Self.pause)
    // Do not send a request for an outdated text.
    guard mine == latest else { return nil }
    do {
      let found = try await store.searchProducts(text)
      // The text may have changed again while the store handled the request.
      return mine == latest ? found : nil
    } catch {
      // Ignore errors of a search for an outdated text.
      guard mine == latest else { return nil }
      throw error
    }
  }

  /// Clears the search field. The results of all searches in progress are ignored.
  public func clear() {
    latest += 1
  }
}
