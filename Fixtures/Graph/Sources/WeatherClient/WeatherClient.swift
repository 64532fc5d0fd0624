import DependenceGraph

/// The interface of a weather service, without a live value.
public struct WeatherClient: Sendable {
  public var degrees: @Sendable (_ place: String) async throws -> Int

  public init(degrees: @escaping @Sendable (_ place: String) async throws -> Int) {
    self.degrees = degrees
  }
}

extension WeatherClient: TestDependencyKey {
  public static let testValue = WeatherClient { _ in throw unimplemented("WeatherClient.degrees") }
}

extension DependencyValues {
  /// The weather service.
  public var weather: WeatherClient {
    get { self[test: WeatherClient.self] }
    set { self[test: WeatherClient.self] = newValue }
  }
}
