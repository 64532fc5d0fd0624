import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension WeatherClient {
  nonisolated static let live = WeatherClient(forecast: { city in
    guard let url = URL(string: "https://weather.example/\(city)") else { throw URLError(.badURL) }
    let (data, _) = try await URLSession.shared.data(from: url)
    return String(decoding: data, as: UTF8.self)
  })
}
