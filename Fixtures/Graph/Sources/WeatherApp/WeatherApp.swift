import DependenceGraph
import WeatherClient
import WeatherClientLive

/// The composition root, which imports both the interface and the implementation.
@Instantiable
public struct WeatherApp: Instantiable {
  @Instantiated public let screen: WeatherScreen
}

/// A screen that uses only the interface of the weather service.
@Instantiable
public struct WeatherScreen: Instantiable {
  @Dependency(\.weather) private var weather

  /// Returns a text about the weather in a place.
  public func text(for place: String) async throws -> String {
    "\(place): \(try await weather.degrees(place))°"
  }
}
