import DependenceGraph
import WeatherClient

/// The implementation, which only the app links.
extension WeatherClient: DependencyKey {
  public static let liveValue = WeatherClient { place in place.count }
}
