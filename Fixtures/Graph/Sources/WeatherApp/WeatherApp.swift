import DependenceGraph
import WeatherClient
import WeatherClientLive

/// The composition root, which sees interface and implementation.
@Instantiable
public struct WeatherApp: Instantiable {
  @Instantiated public let screen: WeatherScreen
}

/// Knows the interface alone.
@Instantiable
public struct WeatherScreen: Instantiable {
  @Dependency(\.weather) private var weather

  /// The weather of a place in words.
  public func text(for place: String) async throws -> String {
    "\(place): \(try await weather.degrees(place))°"
  }
}
