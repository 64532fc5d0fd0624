import Dependence

enum APIClientKey: DependencyKey {
  static var liveValue: APIClient { .live }
  static var previewValue: APIClient { .preview }
  static var testValue: APIClient { .unimplemented }
}

extension DependencyValues {
  var manualClient: APIClient {
    get { self[APIClientKey.self] }
    set { self[APIClientKey.self] = newValue }
  }
}
