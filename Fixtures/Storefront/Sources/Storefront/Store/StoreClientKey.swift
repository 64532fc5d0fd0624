import Dependence

/// The store that the shop sells from.
public enum StoreClientKey: DependencyKey {
  /// The store in this process.
  public static var liveValue: StoreClient { .live() }
  /// A store that has everything.
  public static var previewValue: StoreClient { .preview }
  /// A store that fails the test, so that no test depends on a request it does not mention.
  public static var testValue: StoreClient { .unimplemented }
}

extension DependencyValues {
  /// The store that the shop sells from.
  public var storeClient: StoreClient {
    get { self[StoreClientKey.self] }
    set { self[StoreClientKey.self] = newValue }
  }
}
