import DependenceGraph
import WeatherClient

/// The implementation of the client. Only the app links this module.
extension WeatherClient: DependencyKey {
  public static let liveValue = WeatherClient { place in place.count }
}
